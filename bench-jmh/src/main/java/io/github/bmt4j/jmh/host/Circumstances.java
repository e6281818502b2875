package io.github.bmt4j.jmh.host;

import io.github.bmt4j.experiment.Environment;
import java.nio.file.Path;
import java.util.List;

/**
 * Servers of JMH benchmarks, stored next to JMH's own file, which does not name them.
 *
 * @param servers each with driver and machine; empty when no server took part
 * @param problems reasons why JMH's file is not complete: benchmarks that failed, or that it was
 *     broken off
 */
record Circumstances(List<Environment> servers, List<String> problems) {
  /** Refuses null. */
  Circumstances {
    servers = List.copyOf(servers);
    problems = List.copyOf(problems);
  }

  /** The file of a result file's circumstances: {@code <name>.environment.json}. */
  static Path beside(Path file) {
    String name = String.valueOf(file.getFileName());
    return file.resolveSibling(name.replaceFirst("\\.json$", "") + ".environment.json");
  }
}
