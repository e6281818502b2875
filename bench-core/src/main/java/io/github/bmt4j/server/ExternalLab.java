package io.github.bmt4j.server;

import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
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
