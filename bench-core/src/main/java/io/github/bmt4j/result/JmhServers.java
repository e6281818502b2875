package io.github.bmt4j.result;

import java.util.List;

/**
 * What benchmarks of JMH ran on, as stored beside JMH's own file in {@code
 * <name>.environment.json}, because that file does not say it.
 *
 * @param servers each with driver and machine; empty when no server took part
 */
public record JmhServers(List<Environment> servers) {
  /** Refuses a server that is not there. */
  public JmhServers {
    servers = List.copyOf(servers);
  }
}
