package io.github.bmt4j.failover.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.SampleOperation;
import io.github.bmt4j.outcome.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationsFileTest {
  @TempDir Path folder;

  @Test
  void theFileIsWholeAfterEachRepetition() throws IOException {
    OperationsFile file = new OperationsFile(folder);
    assertThat(file.add(1, List.of(write(1, 2_000_000), write(0, 1_000_000)), 500_000)).isEmpty();
    List<String> one = lines();
    assertThat(one).hasSize(3);
    assertThat(one.get(0)).startsWith("repetition,probe,sequence");
    assertThat(one.get(1)).startsWith("1,writer,0,1,1,0.500,");
    assertThat(one.get(2)).startsWith("1,writer,1,1,1,1.500,");

    assertThat(file.add(2, List.of(write(0, 1_000_000)), 1_000_000)).isEmpty();
    assertThat(lines()).hasSize(4).startsWith(one.toArray(String[]::new));
    assertThat(lines().get(3)).startsWith("2,writer,0,1,1,0.000,");
  }

  @Test
  void aFileThatCannotBeWrittenSaysWhy() throws IOException {
    Files.createSymbolicLink(folder.resolve("operations.csv.gz"), Path.of("/dev/full"));
    assertThat(new OperationsFile(folder).add(1, List.of(write(0, 1)), 0))
        .contains("operations.csv.gz could not be stored: No space left on device");
    assertThat(new OperationsFile(folder.resolve("gone")).add(1, List.of(write(0, 1)), 0))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith("operations.csv.gz could not be stored: no such file: "));
  }

  private List<String> lines() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve("operations.csv.gz"))),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }

  private static Operation write(long sequence, long atNanos) {
    return SampleOperation.of(ProbeKind.WRITER, sequence, atNanos, atNanos + 1, Outcome.OK, "a");
  }
}
