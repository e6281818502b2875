package io.github.bmt4j.sampling;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Target;

/** A server whose series is requested. */
public record SampledServer(String name, Connector connector) {
  public static SampledServer of(Connector connector) {
    return new SampledServer(JdbcUrl.hosts(connector.target().url()), connector);
  }

  public static SampledServer node(String name, Target target) {
    return new SampledServer(name, new Connector(target, PsMode.DISABLE, 0));
  }
}
