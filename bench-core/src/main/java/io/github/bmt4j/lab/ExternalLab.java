package io.github.bmt4j.lab;

import io.github.bmt4j.target.JdbcUrl;
import io.github.bmt4j.target.Target;
import io.github.bmt4j.target.TargetSpec;
import java.util.OptionalLong;

/** Somebody's server: nothing is started, nothing is ended. */
final class ExternalLab implements Lab {
  private final Target target;

  ExternalLab(TargetSpec.External spec) {
    target =
        new Target(JdbcUrl.redacted(spec.url()), spec.url(), spec.user(), spec.password(), false);
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public void close() {}
}
