package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scripts and programs of {@code benchmarks/} still run; what they measure here is nothing. */
class ScriptsIT {
  private static final String NUMBER = "[1-9][0-9]*(\\.[0-9]+)?";
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  @Tag("extended")
  @Test
  void aComparisonPrintsItsPairsAndTheirRatios() throws Exception {
    ItServers.local();
    ItServers.sysbench();
    String printed = run("benchmarks/vs-sysbench", "limit", "2", "2", "0.3", "2");
    assertThat(printed.lines())
        .anyMatch(line -> line.matches("2 2( [1-9][0-9]*\\.\\d [1-9][0-9]* \\d+ \\d+\\.\\d\\d){2}"))
        .anyMatch(
            line ->
                line.matches("queries B/A \\d\\S+ \\(starts( \\d\\S+){2} range \\S+ to \\S+\\)"))
        .anyMatch(line -> line.startsWith("cpu B/A "));
  }

  @Tag("extended")
  @Test
  void theLoadGeneratorRunsOverTheStub() throws Exception {
    String jar = "bench-jmh/target/test-classes:bench-jmh/target/benchmarks.jar";
    String program = "benchmarks/StubLoad.java";
    String java = ProcessHandle.current().info().command().orElseThrow();
    assertThat(run(java, "-cp", jar, program, "closed", "1", "1").strip())
        .matches(NUMBER + " [0-9.]+ [0-9.]+");
    assertThat(run(java, "-cp", jar, program, "open", "2", "1", "1000").strip())
        .matches(NUMBER + " [0-9.]+ [0-9.]+");
    assertThat(run(java, "-cp", jar, "benchmarks/ColdCaches.java", "1000"))
        .containsPattern("round 6: recording \\d+, session \\d+, by hand \\d+, clock \\d+, coll");
  }

  private static String run(String... words) throws IOException, InterruptedException {
    Path out = Files.createTempFile("scripts", ".out");
    try {
      ProcessBuilder builder = new ProcessBuilder(List.of(words)).directory(ROOT.toFile());
      builder.environment().put("ROWS", "1000");
      builder.environment().put("WARMUP", "1");
      Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      String printed = Files.readString(out);
      assertThat(process.exitValue()).as(printed).isZero();
      return printed;
    } finally {
      Files.delete(out);
    }
  }
}
