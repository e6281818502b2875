package io.github.bmt4j.jmhfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are not JMH's, or not whole. */
class RefusedFilesTest {
  @TempDir Path folder;

  @Test
  void aFileThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> JmhImport.read(folder.resolve("none.json"), Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("none.json is no file");
    assertThatThrownBy(() -> JmhImport.read(folder, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(folder + " is no file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|has no list of JMH's benchmarks",
        "[|is not JSON",
        "[] []|is not JSON",
        "'\"Benchmark\",\"Mode\",\"Threads\"'|is not JSON",
        "{}|has no list of JMH's benchmarks",
        "[]|has no list of JMH's benchmarks",
        "[1]|benchmark 1: it is no object",
        "[null]|benchmark 1: it is no object",
        "[{\"benchmark\": \"a.B.c\"}]|benchmark 1: it lacks jmhVersion",
        "[{\"primaryMetric\": {\"rawData\": 1}}]|it lacks primaryMetric.rawData, or has another",
        "[{\"benchmark\": []}]|benchmark 1: it lacks benchmark, or has another value there",
      })
  void whatIsNotJmhsIsRefused(String text, String why) throws IOException {
    Path file = write("x.json", text);

    assertThatThrownBy(() -> JmhImport.read(file, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("x.json")
        .hasMessageContaining(why)
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "benchmark",
    "mode",
    "threads",
    "forks",
    "jvm",
    "jvmArgs",
    "jdkVersion",
    "vmName",
    "vmVersion",
    "jmhVersion",
    "warmupTime",
    "measurementIterations",
    "score",
    "scoreError",
    "scoreUnit"
  })
  void whatJmhAlwaysWritesMustBeThere(String key) throws IOException {
    Path file =
        write("x.json", text("one-iteration.json").replace("\"" + key + "\" :", "\"other\" :"));

    assertThatThrownBy(() -> JmhImport.read(file, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageMatching(".* it lacks (primaryMetric\\.)?" + key + ";.*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"threads\" : 1|\"threads\" : 1.5|it lacks threads, or has another value",
        "\"threads\" : 1|\"threads\" : \"1\"|it lacks threads, or has another value",
        "\"scoreError\" : \"NaN\"|\"scoreError\" : \"few\"|it lacks primaryMetric.scoreError, or"
            + " has",
        "\"scoreError\" : \"NaN\"|\"scoreError\" : null|it lacks primaryMetric.scoreError;",
      })
  void whatIsNoNumberIsRefused(String jmhs, String other, String why) throws IOException {
    assertThat(text("one-iteration.json")).contains(jmhs);
    Path file = write("x.json", text("one-iteration.json").replace(jmhs, other));

    assertThatThrownBy(() -> JmhImport.read(file, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aFileOfBenchmarksThatAllFailedIsRefused() throws IOException {
    Path file = file("every-benchmark-failed.json");

    assertThatThrownBy(() -> JmhImport.read(file, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("JMH leaves out those that fail");
  }

  @Test
  void otherFormatsAreRefused() throws IOException {
    Path file = file("result.csv");

    assertThatThrownBy(() -> JmhImport.read(file, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("-rf json");
    Path binary = Files.write(folder.resolve("binary"), "ÿþ".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> JmhImport.read(binary, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not JSON");
  }

  @Test
  void theSameBenchmarkTwiceIsRefusedAndWithMoreThreadsItIsAnother() throws IOException {
    String one = text("one-iteration.json").strip();
    String inside = one.substring(1, one.length() - 1);
    Path twice = write("twice.json", "[" + inside + "," + inside + "]");
    Path threads =
        write(
            "threads.json",
            "[" + inside + "," + inside.replace("\"threads\" : 1,", "\"threads\" : 8,") + "]");

    assertThatThrownBy(() -> JmhImport.read(twice, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(
            "KeyChooserBenchmark.draw distribution=uniform keys=1000000 avgt twice");
    assertThat(JmhImport.read(threads, Clock.SYSTEM).benchmarks())
        .extracting(JmhBenchmark::label)
        .containsExactly(
            "KeyChooserBenchmark.draw distribution=uniform keys=1000000 avgt",
            "KeyChooserBenchmark.draw distribution=uniform keys=1000000 threads=8 avgt");
  }

  private Path file(String name) throws IOException {
    return write(name, text(name));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String text(String name) throws IOException {
    return Files.readString(Path.of("src", "test", "resources", "jmh", name));
  }
}
