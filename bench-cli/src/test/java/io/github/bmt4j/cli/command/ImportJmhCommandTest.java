package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.jmhfile.JmhResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportJmhCommandTest {
  private static final Path FILES = Path.of("..", "bench-core", "src", "test", "resources", "jmh");

  private final InProcess bmt = new InProcess();

  @TempDir Path folder;

  @Test
  void showsAndStoresWhatJmhMeasured() throws IOException {
    assertThat(bmt(file("two-forks.json"))).isZero();

    assertThat(out())
        .contains("VALID", "KeyChooserBenchmark.draw distribution=zipfian keys=1000000 thrpt")
        .contains("gc.alloc.rate.norm", "B/op", "note     server and driver are not known")
        .doesNotContain("S3CRET");
    assertThat(err()).isEqualTo("stored   " + run() + "\n");
    JmhResult result = ResultJson.read(stored(), JmhResult.class);
    assertThat(result.verdict().status()).isEqualTo(Status.VALID);
    assertThat(result.benchmarks()).hasSize(2);
    assertThat(run().toString()).matches(".*\\d{8}T\\d{6}Z-jmh-" + result.id());
    assertThat(stored()).doesNotContain("S3CRET");
  }

  @Test
  void jsonIsAllThatStandardOutputGets() throws IOException {
    assertThat(bmt(file("sample.json"), "--output=json", "--label=host=a")).isZero();

    assertThat(out()).isEqualTo(stored()).contains("\"host\" : \"a\"");
    assertThat(err()).startsWith("stored   ").hasLineCount(1);
  }

  @Test
  void aResultWithoutAScoreIsStoredAsInvalid() throws IOException {
    String json = Files.readString(FILES.resolve("one-iteration.json"));
    Path file = folder.resolve("broken.json");
    Files.writeString(file, json.replaceFirst("(\"score\" : )[^,]*", "$1\"NaN\""));

    assertThat(bmt(file.toString())).isEqualTo(ExitCode.INVALID);
    assertThat(out())
        .contains(
            "INVALID\n",
            "because: KeyChooserBenchmark.draw distribution=uniform keys=1000000 avgt has no"
                + " score");
    assertThat(ResultJson.read(stored(), JmhResult.class).verdict().status())
        .isEqualTo(Status.INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none.json",
        ".",
        "result.csv",
        "every-benchmark-failed.json",
        "../result/run-of-schema-1.json",
        "/dev/null"
      })
  void badInputIsOneLineAndNothingIsStored(String name) {
    assertThat(bmt(file(name))).isEqualTo(ExitCode.BAD_INPUT);

    refused();
  }

  @Test
  void aWrongOptionIsOneLineAndNothingIsStored() {
    assertThat(bmt(file("sample.json"), "--output=xml")).isEqualTo(ExitCode.BAD_INPUT);

    refused();
    assertThat(err()).contains("--output=xml");

    InProcess other = new InProcess();
    assertThat(other.run("import-jmh", file("sample.json"), "--label=a b=c"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other.err()).startsWith("bmt: --label=a b=c: give <key>=<value>").hasLineCount(1);
  }

  @Test
  void aFileMustBeNamed() {
    assertThat(bmt()).isEqualTo(ExitCode.BAD_INPUT);

    refused();
    assertThat(err()).contains("<file.json>");
  }

  private void refused() {
    assertThat(out()).isEmpty();
    assertThat(err()).startsWith("bmt: ").hasLineCount(1).doesNotContain("Exception", "mistake");
    assertThat(folder.resolve("runs")).doesNotExist();
  }

  private int bmt(String... words) {
    List<String> line = new ArrayList<>(List.of("import-jmh"));
    line.addAll(Arrays.asList(words));
    line.addAll(List.of("--runs-dir", folder.resolve("runs").toString()));
    return bmt.run(line.toArray(String[]::new));
  }

  private String stored() throws IOException {
    return Files.readString(run().resolve("result.json"));
  }

  private Path run() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
      return runs.toList().get(0);
    }
  }

  private static String file(String name) {
    return FILES.resolve(name).toString();
  }

  private String out() {
    return bmt.out();
  }

  private String err() {
    return bmt.err();
  }
}
