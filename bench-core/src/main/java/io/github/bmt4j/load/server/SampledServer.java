package io.github.bmt4j.load.server;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.ServerFacts;

/**
 * A server whose series is wanted.
 *
 * @param name in results
 * @param connector of connections that are not part of the load
 * @param identity distinguishes servers, see {@link io.github.bmt4j.jdbc.ServerKey}
 */
public record SampledServer(String name, Connector connector, ServerFacts facts, String identity) {
  /** True if its URL leads to this machine. */
  boolean isHere() {
    return JdbcUrl.isOnThisMachine(connector.target().url());
  }
}
