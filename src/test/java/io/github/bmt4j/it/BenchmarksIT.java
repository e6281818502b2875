package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Listening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code benchmarks.jar}: JMH over the workloads, as users start it. */
@Execution(ExecutionMode.CONCURRENT)
class BenchmarksIT {
  private static final String TRANSACTIONS = "WorkloadBenchmark.transactions$";

  /** How much longer something may take on a busy machine. */
  private static final double BUSY_MS = 1_500;

  @AutoClose private final Cache cache = Cache.withBinaries();
  private final Path results = Bmt.newFolder("jmh").resolve("results.json");

  /** Short, with JSON; two iterations of half a second, unless the words say otherwise. */
  private String[] shortly(String line, Object... values) {
    List<String> all = new ArrayList<>(Arrays.asList(words(line, values)));
    all.addAll(List.of("-f", "1", "-wi", "1", "-w", "300ms"));
    if (!all.contains("-i")) {
      all.addAll(List.of("-i", "2"));
    }
    if (!all.contains("-r")) {
      all.addAll(List.of("-r", "500ms"));
    }
    all.addAll(List.of("-rf", "json", "-rff", results.toString()));
    return all.toArray(String[]::new);
  }

  private List<JsonNode> results() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    new ObjectMapper().readTree(results.toFile()).forEach(all::add);
    return all;
  }

  /** What the present fork was given, once it is there. */
  private static Path handover(Running running) {
    List<String> seen = new ArrayList<>();
    Await.until(
        "a fork of JMH",
        () -> {
          seen.add(running.commandLines());
          return seen.get(seen.size() - 1).contains("-Dbmt.handover=");
        });
    return Path.of(
        seen.get(seen.size() - 1).replaceFirst("(?s).*-Dbmt.handover=([^\\s\\x00]+).*", "$1"));
  }

  private record Circumstances(List<Environment> servers, List<String> problems) {}

  private Circumstances circumstances() throws IOException {
    Path file = Path.of(results.toString().replaceFirst("\\.json$", ".environment.json"));
    return ResultJson.read(Files.readString(file), Circumstances.class);
  }

  @Test
  void aWorkloadRunsOnAServerOfOursAndTheServerCountsTheSame() throws IOException {
    String[] words =
        // The fork is looked at while it runs.
        shortly(TRANSACTIONS + " -p workload=oltp_point_select -prof bmt -i 1 -r 2s");
    Ended ended;
    String password;
    try (Running running = Bmt.benchmarks(cache.path()).start(words)) {
      running.awaitOutput("# Warmup Iteration.*");
      Path handover = handover(running);
      assertThat(Files.getPosixFilePermissions(handover)).hasSize(2);
      JsonNode servers = new ObjectMapper().readTree(handover.toFile()).get("servers");
      password = servers.get("embedded").get("password").asText();
      assertThat(running.commandLines()).doesNotContain(password);
      Listening.onlyOnLoopback(running.processes());
      ended = running.await().exits(0);
      assertThat(handover.getParent()).doesNotExist();
    }

    assertThat(password).hasSizeGreaterThan(10);
    assertThat(ended.everything()).doesNotContain(password);
    assertThat(Files.readString(results)).doesNotContain(password);
    assertThat(cache.processes()).isEmpty();
    JsonNode result = results().get(0);
    assertThat(score(result.get("primaryMetric"))).isPositive();
    assertThat(score(result, "statements")).isEqualTo(1.0);
    assertThat(score(result, "retries")).isZero();
    assertThat(score(result, "bmt.rows.read")).isCloseTo(1, within(0.01));
    assertThat(score(result, "bmt.statements")).isCloseTo(1, within(0.01));
    assertThat(score(result, "bmt.tmp.tables")).isCloseTo(0, within(0.01));
  }

  @Tag("extended")
  @Test
  void aServerOfTheUsersIsUsedAsItIs() throws IOException {
    String driver = "mariadb:2.7.15";
    String other = "mysql:9.5.0";
    Database database = Servers.LOCAL.database();
    Ended ended =
        Bmt.benchmarks(cache.path())
            .with("BMT_USER", database.user())
            .with("BMT_PASSWORD", database.password())
            .run(
                shortly(
                    TRANSACTIONS
                        + " -p url=%s -p workload=oltp_read_write -p %s -p driver=%s,%s -t 2 -i 1",
                    database.url(),
                    "options=tables=2 table-size=300",
                    driver,
                    other))
            .exits(0);

    assertThat(results()).hasSize(2);
    assertThat(ended.everything()).doesNotContain(database.password());
    assertThat(circumstances().servers())
        .extracting(one -> one.driver().version())
        .satisfiesExactly(
            version -> assertThat(version).contains(driver.replaceFirst(".*:", "")),
            version -> assertThat(version).contains(other.replaceFirst(".*:", "")));
    assertThat(circumstances().toString()).doesNotContain(database.password());
    assertThat(database.number("SELECT COUNT(*) FROM sbtest2")).isEqualTo(300);
  }

  @Tag("extended")
  @Test
  void ownSqlRunsWithItsInitAndItsCleanup() throws IOException {
    Database database = Servers.EMBEDDED.database();
    Path folder = Bmt.newFolder("own-sql");
    Path look =
        Files.writeString(
            folder.resolve("look.sql"), "\\set id random(1, :n)\nSELECT a FROM t WHERE a = :id;");
    Path add = Files.writeString(folder.resolve("add.sql"), "INSERT INTO t VALUES (:n);");
    Path init =
        Files.writeString(
            folder.resolve("init.sql"), "CREATE TABLE t (a INT); CREATE TABLE u (a INT);");
    Path cleanup = Files.writeString(folder.resolve("cleanup.sql"), "DROP TABLE u;");
    Bmt.benchmarks(cache.path())
        .with("BMT_USER", database.user())
        .with("BMT_PASSWORD", database.password())
        .run(
            shortly(
                TRANSACTIONS + " -p url=%s -p %s -p %s",
                database.url(),
                "workload=" + look + "@3 " + add,
                "options=n=7 init-file=" + init + " cleanup-file=" + cleanup))
        .exits(0);

    JsonNode result = results().get(0);
    assertThat(result.get("primaryMetric").get("score").asDouble()).isPositive();
    assertThat(score(result, "statements")).isEqualTo(1.0);
    assertThat(operations(result, List.of(look.toString(), add.toString())))
        .isGreaterThan(0.9 * 0.5 * score(result.get("primaryMetric")));
    assertThat(score(result, look + ".count") / score(result, add + ".count")).isBetween(1.5, 6.0);
    assertThat(database.number("SELECT COUNT(*) FROM t WHERE a = 7")).isPositive();
    assertThat(database.rows("SHOW TABLES")).containsExactly(List.of("t"));
  }

  @Tag("extended")
  @Test
  void tpccReportsItsKinds() throws IOException {
    // Longer than the others, so that rare kinds have transactions too.
    String words =
        "-p workload=tpcc -p options=mode=sysbench -f 1 -wi 1 -w 300ms -i 1 -r 3s -rf json -rff ";
    Bmt.benchmarks(cache.path())
        .run((TRANSACTIONS + " " + words + results).split(" ", -1))
        .exits(0);

    JsonNode result = results().get(0);
    assertThat(result.get("params").get("psMode").asText()).isEqualTo("default");
    kindsAddUp(
        result, 3, List.of("new-order", "payment", "order-status", "delivery", "stock-level"));
    assertThat(score(result, "stock-level.count")).isPositive();
    assertThat(score(result, "stock-level.time")).isPositive();
  }

  /** With one thread: the kinds' times are JMH's time without what is between operations. */
  private static void kindsAddUp(JsonNode result, double seconds, List<String> kinds) {
    double score = score(result.get("primaryMetric"));
    double operations = operations(result, kinds);
    double micros =
        kinds.stream()
            .mapToDouble(kind -> score(result, kind + ".count") * score(result, kind + ".time"))
            .sum();
    assertThat(operations).isGreaterThan(0.9 * score * seconds);
    // Pauses of a busy machine between two operations are in JMH's time only, and those in the
    // operations before and after its measurement in the kinds' only.
    assertThat(operations / (micros / 1e6)).isBetween(0.7 * score, 1.5 * score);
  }

  private static double operations(JsonNode result, List<String> kinds) {
    return kinds.stream().mapToDouble(kind -> score(result, kind + ".count")).sum();
  }

  private static double score(JsonNode result, String secondary) {
    return score(result.get("secondaryMetrics").get(secondary));
  }

  private static double score(JsonNode metric) {
    return metric.get("score").asDouble();
  }

  @Tag("extended")
  @Test
  void aBenchmarkThatFailsGivesNoScoreAndAnExitCode() throws IOException {
    Database database = Servers.EMBEDDED.database();
    database.execute("CREATE TABLE sbtest1 (id INT PRIMARY KEY, nothing INT)");
    Bmt.benchmarks(cache.path())
        .with("BMT_USER", database.user())
        .with("BMT_PASSWORD", database.password())
        .run(shortly(TRANSACTIONS + " -p workload=oltp_point_select -p url=%s", database.url()))
        .exits(1);

    assertThat(results()).isEmpty();
    assertThat(circumstances().problems())
        .singleElement()
        .asString()
        .startsWith("io.github.bmt4j.jmh.WorkloadBenchmark.transactions thrpt {driver=")
        .endsWith(" failed");
  }

  @Tag("extended")
  @Test
  void ctrlCKeepsWhatWasMeasuredAndLeavesNothing() throws IOException {
    ItServers.ctrlC();
    // The second benchmark lasts until the signal comes, whatever else the machine does.
    String[] words =
        shortly(
            TRANSACTIONS
                + " -p workload=oltp_point_select,oltp_read_only,oltp_read_write -i 1 -r 5s");
    Path handover;
    try (Running running = Bmt.benchmarks(cache.path()).start(words)) {
      running.awaitOutput("# Parameters: .*oltp_read_only.*");
      running.awaitOutput("# Run progress: (?!0).*");
      handover = handover(running);
      assertThat(handover).exists();
      running.signal("INT");
      running.await(Duration.ofSeconds(30)).exits(130);
    }

    assertThat(handover.getParent()).doesNotExist();
    assertThat(circumstances().problems()).containsExactly("broken off");
    assertThat(results()).hasSize(1);
    assertThat(results().get(0).get("params").get("workload").asText())
        .isEqualTo("oltp_point_select");
    assertThat(Await.within(Duration.ofSeconds(30), () -> cache.processes().isEmpty())).isTrue();
  }

  @Tag("extended")
  @Test
  void theServerSortsEveryRow() throws IOException {
    Bmt.benchmarks(cache.path())
        .run(shortly("LocalStorageBenchmark.sort$ -p rows=5000 -prof bmt"))
        .exits(0);

    assertThat(score(results().get(0), "bmt.rows.read")).isCloseTo(5000, within(50.0));
    assertThat(score(results().get(0), "bmt.statements")).isCloseTo(1, within(0.1));
  }

  @Tag("extended")
  @Test
  void theScoreOfAFailoverIsTheLengthOfItsFaultThroughTheDriverThatIsAskedFor() throws IOException {
    String[] words =
        words(
            "FailoverBenchmark -f 1 -p fault=blackhole -p durationMs=1500 -p driver=mysql:9.7.0"
                + " -p driverProperty=failOverReadOnly=false -rf json -rff %s",
            results);
    Ended ended = Bmt.benchmarks(cache.path()).run(words);
    int invalid = ended.out().indexOf("INVALID: the client ");
    if (invalid >= 0) { // A busy machine kept it from running.
      String line = "FailoverBenchmark, " + ended.out().substring(invalid).lines().findFirst();
      abort(line);
    }
    ended.exits(0);

    JsonNode result = results().get(0);
    double score = score(result.get("primaryMetric"));
    assertThat(score).isBetween(1499.0, 1500.0 + BUSY_MS);
    assertThat(score(result, "failover.write.outage")).isCloseTo(score, within(BUSY_MS / 2));
    assertThat(score(result, "failover.lost")).isZero();
    assertThat(circumstances().servers())
        .singleElement()
        .satisfies(
            lab -> {
              assertThat(lab.server().description()).contains("2 replicas");
              assertThat(lab.driver().name()).isEqualTo("MySQL Connector/J");
              assertThat(lab.driver().url()).endsWith("&failOverReadOnly=false");
            });
    assertThat(cache.processes()).isEmpty();
  }

  @Tag("extended")
  @Test
  void aShotThatMayNotBeUsedHasNoScoreAndATriggerIsNotTold() throws IOException {
    Database database = Servers.EMBEDDED.database();
    Ended ended =
        Bmt.benchmarks(cache.path())
            .with("BMT_USER", database.user())
            .with("BMT_PASSWORD", database.password())
            .run(
                words(
                    "FailoverBenchmark -f 1 -p url=%s -p %s -rf json -rff %s",
                    database.url(), "trigger=TOKEN=S3CRET; exit 7", results))
            .exits(1);

    assertThat(results()).isEmpty();
    assertThat(ended.out()).contains("INVALID: ");
    assertThat(ended.everything()).doesNotContain("S3CRET", database.password());
    assertThat(database.rows("SHOW TABLES")).isEmpty();
  }
}
