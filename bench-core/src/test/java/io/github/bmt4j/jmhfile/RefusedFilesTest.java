package io.github.bmt4j.jmhfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jmhfile.JmhResult.Benchmark;
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
    assertThatThrownBy(() -> JmhFile.read(folder.resolve("none.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("none.json is not there");
    assertThatThrownBy(() -> JmhFile.read(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a folder");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|is empty",
        "[|is not JSON",
        "[] []|is not JSON",
        "'\"Benchmark\",\"Mode\",\"Threads\"'|is not JSON",
        "{}|not JMH's list of benchmarks",
        "{\"schema\": 1}|not JMH's list of benchmarks",
        "[]|has no benchmark",
        "[1]|benchmark 1 has no benchmark",
        "[{\"benchmark\": \"a.B.c\"}]|benchmark 1 has no primaryMetric",
        "[{\"benchmark\": \"a.B.c\", \"primaryMetric\": {\"rawData\": 1}}]|benchmark 1, primaryMetric, rawData is not a list",
        "[{\"benchmark\": 1}]|benchmark 1, benchmark is not a text",
      })
  void whatIsNotJmhsIsRefused(String text, String why) throws IOException {
    Path file = write("x.json", text);

    assertThatThrownBy(() -> JmhFile.read(file))
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
    "scoreUnit",
    "rawData"
  })
  void whatJmhAlwaysWritesMustBeThere(String key) throws IOException {
    Path file =
        write("x.json", text("one-iteration.json").replace("\"" + key + "\" :", "\"other\" :"));

    assertThatThrownBy(() -> JmhFile.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(" has no " + key);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"threads\" : 1|\"threads\" : 1.5|threads is not a whole number",
        "\"threads\" : 1|\"threads\" : -1|threads is not 0 or more",
        "\"threads\" : 1|\"threads\" : \"1\"|threads is not a whole number",
        "\"scoreError\" : \"NaN\"|\"scoreError\" : \"few\"|scoreError is not a number",
        "\"scoreError\" : \"NaN\"|\"scoreError\" : null|scoreError is not a number",
      })
  void whatIsNoNumberIsRefused(String jmhs, String other, String why) throws IOException {
    assertThat(text("one-iteration.json")).contains(jmhs);
    Path file = write("x.json", text("one-iteration.json").replace(jmhs, other));

    assertThatThrownBy(() -> JmhFile.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aFileOfBenchmarksThatAllFailedIsRefused() throws IOException {
    Path file = file("every-benchmark-failed.json");

    assertThatThrownBy(() -> JmhFile.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("JMH leaves out those that fail");
  }

  @Test
  void otherFormatsAreRefused() throws IOException {
    Path file = file("result.csv");

    assertThatThrownBy(() -> JmhFile.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("-rf json");
    Path binary = Files.write(folder.resolve("binary"), "ÿþ".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> JmhFile.read(binary))
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

    assertThatThrownBy(() -> JmhFile.read(twice))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(
            "KeyChooserBenchmark.draw distribution=uniform keys=1000000 avgt twice");
    assertThat(JmhFile.read(threads).benchmarks())
        .extracting(Benchmark::label)
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
