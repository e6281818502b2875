package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.jmhfile.JmhCircumstances;
import io.github.bmt4j.jmhfile.JmhResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
  void touchesNoCacheOfServers() {
    Path cache = Bmt.newFolder("cache");
    Bmt.command()
        .with("XDG_CACHE_HOME", cache.toString())
        .run("import-jmh", file("sample.json"))
        .exits(0);

    assertThat(cache).isEmptyDirectory();
  }

  @Tag("extended")
  @Test
  void theServerOfARealRunIsKeptWhenItsFileLiesBeside() throws IOException {
    Environment environment =
        Servers.EMBEDDED
            .database()
            .command()
            .run("run", "oltp_point_select", "--table-size=500", "--warmup=0", "--events=50")
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
