package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.result.JmhCircumstances;
import io.github.bmt4j.result.JmhResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code import-jmh} over files that JMH wrote. */
class ImportJmhIT {
  private static final Path FILES =
      Path.of("..", "..", "bench-core", "src", "test", "resources", "jmh").toAbsolutePath();

  @Test
  void storesWhatJmhMeasured() throws JsonProcessingException {
    Ended ended = Bmt.launcher().run("import-jmh", file("two-forks.json")).exits(0);

    assertThat(ended.out())
        .contains("KeyChooserBenchmark.draw distribution=uniform keys=1000000 thrpt", "ops/ns");
    assertThat(ended.err()).contains("stored   " + ended.run());
    assertThat(ended.everything()).doesNotContain("S3CRET").contains("password=***");
    JmhResult result = result(ended);
    assertThat(result.jmh().benchmarks()).hasSize(2);
    assertThat(ended.run().getFileName().toString()).endsWith("-jmh-" + result.id());
  }

  @Test
  void jsonIsAllThatStandardOutputGets() {
    Ended ended = Bmt.command().run("import-jmh", file("sample.json"), "--output=json").exits(0);

    assertThat(ended.out()).isEqualTo(Ended.text(ended.run().resolve("result.json")));
  }

  @Test
  void touchesNoCacheOfServers() {
    Path cache = Bmt.newFolder("cache");
    Bmt.command()
        .with("XDG_CACHE_HOME", cache.toString())
        .run("import-jmh", file("sample.json"))
        .exits(0);

    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void theServerOfARealRunIsKeptWhenItsFileLiesBeside() throws IOException {
    Environment environment =
        Servers.EMBEDDED
            .database()
            .command()
            .run("run", "oltp_point_select", "--table-size=500", "--warmup=0", "--time=1")
            .counts()
            .environment();
    Path folder = Bmt.newFolder("jmh");
    Path file = Files.copy(FILES.resolve("two-forks.json"), folder.resolve("mine.json"));
    Files.writeString(
        folder.resolve("mine.environment.json"),
        ResultJson.write(new JmhCircumstances(List.of(environment), List.of())));

    Ended ended = Bmt.command().run("import-jmh", file.toString()).exits(0);
    assertThat(ended.out())
        .contains("server   MariaDB " + environment.server().version())
        .doesNotContain("not known");
    assertThat(result(ended).servers()).containsExactly(environment);
  }

  @Test
  void aResultWithoutAScoreIsInvalid() throws IOException {
    Path file = Bmt.newFolder("jmh").resolve("nan.json");
    String json = Ended.text(FILES.resolve("one-iteration.json"));
    Files.writeString(file, json.replaceFirst("(\"score\" : )[^,]*", "$1\"NaN\""));

    Ended ended = Bmt.command().run("import-jmh", file.toString()).exits(1);
    assertThat(ended.out()).contains("INVALID", "has no score");
    assertThat(result(ended).valid()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import-jmh",
        "import-jmh %/sample.json %/two-forks.json",
        "import-jmh %/none.json",
        "import-jmh %",
        "import-jmh /dev/null",
        "import-jmh %/result.csv",
        "import-jmh %/every-benchmark-failed.json",
        "import-jmh %/sample.json --output=xml",
        "import-jmh %/sample.json --nope",
        "import-jmh %/sample.json --runs-dir=/proc/none",
      })
  void badInputIsOneLineAndNothingIsStored(String line) {
    Ended ended = Bmt.command().run(line.replace("%", FILES.toString()).split(" ")).exits(2);

    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines()).singleElement().asString().startsWith("bmt: ");
    assertThat(ended.err()).doesNotContain("\tat ", "Exception", "mistake");
    assertThat(ended.folder().resolve("runs")).doesNotExist();
  }

  @Test
  void aResultOfBmtIsNotJmhs() {
    Ended first = Bmt.command().run("import-jmh", file("sample.json")).exits(0);
    Ended again =
        Bmt.command().run("import-jmh", first.run().resolve("result.json").toString()).exits(2);

    assertThat(again.err()).contains("not JMH's list of benchmarks");
  }

  private static String file(String name) {
    return FILES.resolve(name).toString();
  }

  private static JmhResult result(Ended ended) throws JsonProcessingException {
    return ResultJson.read(Ended.text(ended.run().resolve("result.json")), JmhResult.class);
  }
}
