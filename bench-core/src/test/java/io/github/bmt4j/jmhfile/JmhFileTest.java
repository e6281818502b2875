package io.github.bmt4j.jmhfile;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jmhfile.JmhBenchmark.Metric;
import io.github.bmt4j.load.run.SampleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Over files that JMH 1.37 wrote. */
class JmhFileTest {
  @TempDir Path folder;

  @Test
  void keepsWhatJmhMeasuredAndHow() throws IOException {
    List<JmhBenchmark> benchmarks =
        JmhImport.read(file("two-forks.json"), Clock.SYSTEM).benchmarks();

    assertThat(benchmarks).hasSize(2);
    JmhBenchmark uniform = benchmarks.get(0);
    assertThat(uniform.benchmark()).isEqualTo("io.github.bmt4j.jmh.KeyChooserBenchmark.draw");
    assertThat(uniform.mode()).isEqualTo("thrpt");
    assertThat(uniform.params()).isEqualTo(Map.of("distribution", "uniform", "keys", "1000000"));
    assertThat(uniform.threads()).isEqualTo(1);
    assertThat(uniform.forks()).isEqualTo(2);
    assertThat(uniform.warmupIterations()).isEqualTo(1);
    assertThat(uniform.warmupTime()).isEqualTo("100 ms");
    assertThat(uniform.measurementIterations()).isEqualTo(3);
    assertThat(benchmarks.get(1).params()).containsEntry("distribution", "zipfian");
  }

  @Test
  void theScoreIsThatOfTheRawData() throws IOException {
    Metric primary = only("single-shot.json").primaryMetric();

    assertThat(primary.scoreUnit()).isEqualTo("ns/op");
    assertThat(primary.iterations()).containsExactly(3, 3);
    assertThat(primary.rawData()).hasSize(2);
    double[] scores =
        requireNonNull(primary.rawData()).stream()
            .flatMap(List::stream)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    Metric score = primary;
    assertThat(score.samples()).isEqualTo(6);
    assertThat(score.value())
        .isCloseTo(Arrays.stream(scores).average().orElseThrow(), within(1e-6));
    assertThat(score.error()).isPositive();
  }

  @Test
  void secondaryMetricsHaveTheSameShape() throws IOException {
    Map<String, Metric> secondary =
        requireNonNull(
            JmhImport.read(file("two-forks.json"), Clock.SYSTEM)
                .benchmarks()
                .get(0)
                .secondaryMetrics());

    assertThat(secondary).containsOnlyKeys("gc.alloc.rate", "gc.alloc.rate.norm", "gc.count");
    Metric allocated = requireNonNull(secondary.get("gc.alloc.rate.norm"));
    assertThat(allocated.scoreUnit()).isEqualTo("B/op");
    assertThat(allocated.samples()).isEqualTo(6);
    assertThat(allocated.error()).isPositive();
    Metric collections = requireNonNull(secondary.get("gc.count"));
    assertThat(collections.value()).isZero();
    assertThat(collections.error()).isNull();
  }

  @Test
  void modeSampleKeepsPercentilesAndCountsOperationsButKeepsNoHistogram() throws IOException {
    Metric primary = only("sample.json").primaryMetric();

    assertThat(primary.rawData()).isNull();
    assertThat(primary.iterations()).containsExactly(2);
    assertThat(primary.scorePercentiles()).containsKeys("0.0", "50.0", "99.9", "100.0");
    // What JMH itself printed as the count of this run.
    assertThat(primary.samples()).isEqualTo(1161);
  }

  @Test
  void aPercentileIsOneOfAllOperationsWithItsIterationsBeside() throws IOException {
    JmhBenchmark sampled = only("sample.json");
    Metric median = requireNonNull(requireNonNull(sampled.secondaryMetrics()).get("p0.50"));

    assertThat(median.value())
        .isEqualTo(requireNonNull(sampled.primaryMetric().scorePercentiles()).get("50.0"));
    assertThat(median.samples()).isEqualTo(1161);
    assertThat(median.rawData()).singleElement().asInstanceOf(LIST).hasSize(2);
    assertThat(requireNonNull(sampled.secondaryMetrics().get("gc.alloc.rate")).samples())
        .isEqualTo(2);
  }

  @Test
  void anErrorThatIsNoNumberIsAbsent() throws IOException {
    Metric score = only("one-iteration.json").primaryMetric();

    assertThat(score.value()).isPositive();
    assertThat(score.error()).isNull();
    assertThat(score.samples()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"NaN", "+INF", "-INF"})
  void aScoreThatIsNoNumberIsAbsent(String word) throws IOException {
    String json =
        text("one-iteration.json").replaceFirst("(\"score\" : )[^,]*", "$1\"" + word + "\"");

    assertThat(
            JmhImport.read(write("x.json", json), Clock.SYSTEM)
                .benchmarks()
                .get(0)
                .primaryMetric()
                .value())
        .isNull();
  }

  @Test
  void anIterationThatIsNoNumberIsNotCounted() throws IOException {
    String json =
        text("single-shot.json").replaceFirst("(\"rawData\"[^\\]]*?)[\\d.]+,", "$1\"NaN\",");

    Metric primary =
        JmhImport.read(write("x.json", json), Clock.SYSTEM).benchmarks().get(0).primaryMetric();
    assertThat(primary.iterations()).containsExactly(2, 3);
    assertThat(primary.samples()).isEqualTo(5);
  }

  @Test
  void withoutRawDataTheSamplesAreAbsent() throws IOException {
    Metric primary = only("no-raw-data.json").primaryMetric();

    assertThat(primary.rawData()).isNull();
    assertThat(primary.iterations()).isNull();
    assertThat(primary.samples()).isNull();
    assertThat(primary.value()).isPositive();
  }

  @Test
  void theJvmIsKeptWithoutPasswords() throws IOException {
    JmhBenchmark jvm = JmhImport.read(file("two-forks.json"), Clock.SYSTEM).benchmarks().get(0);

    assertThat(text("two-forks.json")).contains("S3CRET");
    assertThat(jvm.jmhVersion()).isEqualTo("1.37");
    assertThat(jvm.jdkVersion()).startsWith("17.");
    assertThat(jvm.vmVersion()).startsWith("17.");
    assertThat(jvm.vmName()).contains("VM");
    assertThat(jvm.jvm()).endsWith("/bin/java");
    assertThat(jvm.jvmArgs())
        .containsExactly(
            "-Xmx256m",
            "-Dbmt.password=***",
            "-Dbmt.url=jdbc:mariadb://127.0.0.1/test?user=u&password=***");
  }

  @Test
  void parametersAreKeptWithoutPasswords() throws IOException {
    String json =
        text("one-iteration.json")
            .replace("\"uniform\"", "\"jdbc:mysql://u:S3CRET@h/db?password=S3CRET\"")
            .replace("\"keys\" : \"1000000\"", "\"dbPassword\" : \"S3CRET\"");

    Map<String, String> params =
        JmhImport.read(write("x.json", json), Clock.SYSTEM).benchmarks().get(0).params();
    assertThat(params)
        .isEqualTo(
            Map.of("distribution", "jdbc:mysql://u:***@h/db?password=***", "dbPassword", "***"));
  }

  @Test
  void aKeyOfANewerJmhIsPassedOver() throws IOException {
    String json =
        text("one-iteration.json")
            .replaceFirst("\"mode\"", "\"surprise\" : {\"a\": [1]}, \"mode\"");

    assertThat(JmhImport.read(write("x.json", json), Clock.SYSTEM).benchmarks())
        .isEqualTo(JmhImport.read(file("one-iteration.json"), Clock.SYSTEM).benchmarks());
  }

  @Test
  void itWasMeasuredWhenTheFileWasWritten() throws IOException {
    Path file = file("one-iteration.json");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-11-20T18:51:41Z")));

    assertThat(JmhImport.read(file, Clock.SYSTEM).measuredAt()).isEqualTo("2026-11-20T18:51:41Z");
    assertThat(JmhImport.read(file, Clock.SYSTEM).file()).isEqualTo("one-iteration.json");
  }

  @Test
  void theServersAreThoseOfTheFileBesideIt() throws IOException {
    Environment server = SampleResult.closedLoop().environment();
    Path file = file("one-iteration.json");

    assertThat(JmhImport.read(file, Clock.SYSTEM).servers()).isNull();
    write(
        "one-iteration.environment.json",
        ResultJson.write(new JmhCircumstances(List.of(server), List.of("x failed"))));
    assertThat(JmhImport.read(file, Clock.SYSTEM).servers()).containsExactly(server);
    assertThat(JmhImport.read(file, Clock.SYSTEM).verdict().reasons()).containsExactly("x failed");
    write(
        "one-iteration.environment.json",
        ResultJson.write(new JmhCircumstances(List.of(), List.of())));
    assertThat(JmhImport.read(file, Clock.SYSTEM).servers()).isEmpty();
  }

  @Test
  void thePasswordOfAServersUrlIsNotKept() throws IOException {
    String servers =
        ResultJson.write(
            new JmhCircumstances(List.of(SampleResult.closedLoop().environment()), List.of()));
    write(
        "one-iteration.environment.json",
        servers.replaceFirst("(\"url\" : \").*?\"", "$1jdbc:mariadb://h/db?password=S3CRET\""));

    assertThat(
            requireNonNull(JmhImport.read(file("one-iteration.json"), Clock.SYSTEM).servers())
                .get(0)
                .driver()
                .url())
        .isEqualTo("jdbc:mariadb://h/db?password=***");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|servers",
        "{\"servers\": null, \"problems\": []}|servers",
        "{\"servers\": [null], \"problems\": []}|does not say",
        "{\"servers\": [{\"tls\": \"off\"}]}|server",
        "{\"servers\": [], \"problems\": [], \"surprise\": 1}|surprise",
        "{\"servers\": []}|problems",
        "nonsense|does not say",
      })
  void aFileBesideItThatSaysSomethingElseIsRefused(String text, String why) throws IOException {
    write("one-iteration.environment.json", text);
    Path file = file("one-iteration.json");

    assertThatThrownBy(() -> JmhImport.read(file, Clock.SYSTEM))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("one-iteration.environment.json")
        .hasMessageContaining(why)
        .hasMessageContaining("mend it or move it away");
  }

  @ParameterizedTest
  @CsvSource({
    "x.json, x.environment.json",
    "x.txt, x.txt.environment.json",
    "a.b.json, a.b.environment.json"
  })
  void theFileBesideItHasItsName(String name, String beside) {
    assertThat(JmhCircumstances.beside(folder.resolve(name))).isEqualTo(folder.resolve(beside));
  }

  private JmhBenchmark only(String name) throws IOException {
    List<JmhBenchmark> benchmarks = JmhImport.read(file(name), Clock.SYSTEM).benchmarks();
    assertThat(benchmarks).hasSize(1);
    return benchmarks.get(0);
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
