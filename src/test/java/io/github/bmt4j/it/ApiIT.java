package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.api.Bmt;
import io.github.bmt4j.api.Failover;
import io.github.bmt4j.api.Result;
import io.github.bmt4j.api.Run;
import io.github.bmt4j.api.Verdict;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Topology;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measurements that code of the user's begins in its own JVM. */
class ApiIT {
  @TempDir Path folder;

  @Test
  void ownSqlIsMeasuredAndItsFiguresHaveLimits() throws IOException {
    Path init = Files.writeString(folder.resolve("create.sql"), "CREATE TABLE t (a INT);");
    Path load = Files.writeString(folder.resolve("load.sql"), "INSERT INTO t VALUES (:a);");
    Database database = Servers.EMBEDDED.database();
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    Run run =
        on(database, Bmt.run(load.toString()))
            .initFile(init)
            .define("a", 7)
            .threads(2)
            .failIf("tps<0.001", "errors>0")
            .shownOn(new PrintStream(shown, true, StandardCharsets.UTF_8));

    Result result = run.execute();

    result.assertValid().assertThat("tps > 1").assertThat("errors < 1").assertThat("max < 60s");
    assertThat(result.verdict()).isEqualTo(Verdict.VALID);
    assertThat(result.reasons()).isEmpty();
    assertThat(result.figure("errors")).isZero();
    // Rows of the warm-up are there too.
    assertThat((double) database.number("SELECT COUNT(*) FROM t WHERE a = 7"))
        .isGreaterThanOrEqualTo(result.figure("tps"));
    assertThat(result.folder().orElseThrow().resolve("result.json"))
        .content()
        .contains("load.sql")
        .doesNotContain(database.password());
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains(result.headline())
        .doesNotContain(database.password());
    assertThatThrownBy(() -> result.assertThat("errors > 0"))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("errors > 0 does not hold: errors is 0\n" + result.headline());
    assertThatThrownBy(() -> result.assertThat("p42 < 1ms"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no figure 'p42'");
  }

  @Test
  void aBrokenLimitFails() {
    Result result =
        on(Servers.EMBEDDED.database(), points()).failIf("tps>0.001", "errors>0").execute();

    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(result.reasons()).singleElement().asString().startsWith("tps: ");
    assertThatThrownBy(result::assertValid)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("tps: ");
  }

  @Test
  void anInterruptEndsItSoonAndKeepsWhatWasMeasured() throws InterruptedException {
    Run run =
        on(Servers.EMBEDDED.database(), points())
            .time(Duration.ofSeconds(40))
            .option("--output", "sysbench");
    CountDownLatch measuring = new CountDownLatch(1);
    PrintStream stream =
        new PrintStream(
            new ByteArrayOutputStream() {
              @Override
              public synchronized void write(byte[] bytes, int from, int length) {
                super.write(bytes, from, length);
                if (toString(StandardCharsets.UTF_8).contains("[ 1s ]")) {
                  measuring.countDown();
                }
              }
            },
            true,
            StandardCharsets.UTF_8);
    Thread caller = Thread.currentThread();
    long[] interruptedNanos = new long[1];
    Thread interrupting =
        new Thread(
            () -> {
              try {
                assertThat(measuring.await(60, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              interruptedNanos[0] = System.nanoTime();
              caller.interrupt();
            });
    interrupting.start();

    Result result = run.shownOn(stream).execute();

    long endNanos = System.nanoTime();
    assertThat(Thread.interrupted()).isTrue();
    interrupting.join();
    assertThat(Duration.ofNanos(endNanos - interruptedNanos[0])).isLessThan(Duration.ofSeconds(10));
    assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(result.reasons()).anyMatch(reason -> reason.contains("interrupted"));
    assertThat(result.figure("tps")).isPositive();
    assertThatThrownBy(() -> result.assertThat("tps > 0"))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("tps > 0 cannot be judged: the result is INVALID");
  }

  /** In a JVM that has nothing else to print, and whose state can be looked at. */
  @Test
  void theCallersJvmIsLeftAsItWas() throws IOException, InterruptedException {
    Database database = Servers.EMBEDDED.database();
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-cp",
            io.github.bmt4j.it.Bmt.CLASSES,
            ApiCaller.class.getName(),
            folder.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("BMT_"));
    builder.environment().put("BMT_URL", database.url());
    builder.environment().put("BMT_USER", database.user());
    builder.environment().put("BMT_PASSWORD", database.password());
    Path printed = folder.resolve("printed");
    Process caller = builder.redirectErrorStream(true).redirectOutput(printed.toFile()).start();
    try {
      assertThat(caller.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      caller.destroyForcibly();
    }

    assertThat(printed)
        .content()
        .doesNotContain("\n\n")
        .isEqualTo("VALID\nshutdown hooks: as before\nproperties: as before\nthreads: as before\n");
  }

  @Test
  @Tag("extended")
  void aFailoverIsTriggeredByCode() throws Exception {
    try (Cluster cluster =
        ItServers.open(Topology.cluster(Topology.REPLICATION, 2), ItServers.embedded())) {
      String nodes =
          cluster.nodes().stream()
              .map(node -> node.host() + ":" + node.port())
              .collect(Collectors.joining(","));
      Failover failover =
          Bmt.failover()
              .url("jdbc:mariadb:sequential://" + nodes + "/bmt?sslMode=disable")
              .user(cluster.application().user())
              .password(cluster.application().password().reveal())
              .option("--write-rate", 40)
              .option("--baseline", Duration.ofSeconds(2))
              .option("--settle", Duration.ofMillis(2500))
              .results(folder);

      Result result =
          failover
              .trigger(
                  () -> {
                    cluster.kill(cluster.primary());
                    Thread.sleep(1500);
                    cluster.promote(cluster.nodes().get(1));
                  })
              .execute();

      result.assertValid().assertThat("lost writes < 1").assertThat("write outage > 1s");
      assertThat(cluster.primary()).isEqualTo(cluster.nodes().get(1));

      cluster.reset();
      Result failed =
          failover
              .trigger(
                  () -> {
                    throw new IllegalStateException(
                        "no login " + cluster.application().password().reveal());
                  })
              .execute();

      assertThat(failed.verdict()).isEqualTo(Verdict.INVALID);
      assertThat(failed.reasons())
          .anyMatch(
              reason ->
                  reason.contains(
                      "the trigger failed: java.lang.IllegalStateException: no login ***"));
    }
  }

  private Run points() {
    return Bmt.run("oltp_point_select").option("--table-size", 100);
  }

  private Run on(Database database, Run run) {
    return run.url(database.url())
        .user(database.user())
        .password(database.password())
        .warmup(Duration.ZERO)
        .time(Duration.ofSeconds(1))
        .results(folder);
  }
}
