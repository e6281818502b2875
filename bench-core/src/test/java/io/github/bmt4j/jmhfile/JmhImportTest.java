package io.github.bmt4j.jmhfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.run.SampleJmh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhImportTest {
  @TempDir Path folder;

  @Test
  void aFileOfJmhBecomesAJudgedRun() throws IOException {
    Path file =
        Files.copy(
            Path.of("src", "test", "resources", "jmh", "one-iteration.json"),
            folder.resolve("mine.json"));
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-02-29T18:51:41Z")));

    JmhResult result = JmhImport.read(file, Clock.SYSTEM);
    assertThat(result.id()).matches("[0-9a-f]{8}");
    assertThat(result.file()).isEqualTo("mine.json");
    assertThat(result.measuredAt()).isEqualTo("2020-02-29T18:51:41Z");
    assertThat(result.importedAt()).isAfter(result.measuredAt());
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
    assertThat(result.warnings())
        .hasSize(4)
        .anySatisfy(warning -> assertThat(warning).contains("server and driver are not known"))
        .anySatisfy(warning -> assertThat(warning).contains("one fork"))
        .anySatisfy(warning -> assertThat(warning).contains("only 1 sample"))
        .anySatisfy(warning -> assertThat(warning).contains("error of its score is not known"));
    assertThat(result.benchmarks()).hasSize(1);
  }

  @Test
  void theRunsFolderIsNamedByTheTimeOfTheMeasurement() throws Exception {
    Path stored =
        Objects.requireNonNull(
            JmhImport.store(SampleJmh.onServer(), folder.resolve("runs"), Map.of()).folder());

    assertThat(stored).isEqualTo(folder.resolve("runs/20261120T185141Z-jmh-0a1b2c3d"));
    assertThat(ResultJson.read(Files.readString(stored.resolve("result.json")), JmhResult.class))
        .isEqualTo(SampleJmh.onServer());
  }

  @Test
  void whereNothingCanBeStoredIsSaid() throws IOException {
    Path inTheWay = Files.createFile(folder.resolve("runs"));

    assertThatThrownBy(() -> JmhImport.store(SampleJmh.onServer(), inTheWay, Map.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be stored");
  }
}
