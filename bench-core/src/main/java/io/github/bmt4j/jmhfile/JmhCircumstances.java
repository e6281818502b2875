package io.github.bmt4j.jmhfile;

import io.github.bmt4j.experiment.Environment;
import java.util.List;

/**
 * What benchmarks of JMH ran on, as stored next to JMH's own file in {@code
 * <name>.environment.json}, because that file does not say it.
 *
 * @param servers each with driver and machine; empty when no server took part
 * @param problems why JMH's file is not whole: which benchmarks failed, and whether it was broken
 *     off
 */
public record JmhCircumstances(List<Environment> servers, List<String> problems) {
  /** Refuses null. */
  public JmhCircumstances {
    servers = List.copyOf(servers);
    problems = List.copyOf(problems);
  }
}
