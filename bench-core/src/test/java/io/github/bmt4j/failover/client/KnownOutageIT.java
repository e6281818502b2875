package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Evidence;
import io.github.bmt4j.failover.figures.FailoverAnalysis;
import io.github.bmt4j.failover.figures.Limits;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The write outage of a real server that another process stops 12 times, for times that the other
 * process knows. The figures are those of 12 repetitions, each with its own baseline and end, of
 * one client JVM.
 */
@Tag("timing")
class KnownOutageIT {
  private static final int CUTS = 12;
  private static final double USUAL_RATE = 200;
  private static final long AROUND_NANOS = 280_000_000;
  private static final Limits LIMITS =
      new Limits(1_000_000_000, 250_000_000, 200_000_000, 0, 0.95, 1_000_000_000);

  /** The shell sends signals itself and reads the clock itself: it starts no process in between. */
  private static final String SCRIPT =
      """
      for i in $(seq %d); do
        sleep 0.3$((RANDOM %% 10))
        a=$EPOCHREALTIME; kill -STOP %d
        sleep 0.$((10 + RANDOM %% 20))
        kill -CONT %d; b=$EPOCHREALTIME
        echo "$a $b"
      done
      sleep 0.35
      """;

  /** When a server was stopped, in ns of the run's clock. */
  private record Cut(long fromNanos, long toNanos) {
    double millis() {
      return (toNanos - fromNanos) / 1e6;
    }
  }

  @TempDir Path temp;

  @Tag("extended")
  @Test
  void outagesAreAsLongAsTheyWereAndMoreWritesNarrowThem() throws Exception {
    onAnIdleMachine();
    try (ProbedServer server = new ProbedServer()) {
      double[] usual = errors(server, USUAL_RATE);
      double[] dense = errors(server, 5 * USUAL_RATE);

      System.out.printf(
          "write outage less the known one, ms: median %.2f, p90 %.2f, largest %.2f; with %.0f"
              + " writes/s %.2f, %.2f, %.2f%n",
          at(usual, 0.5),
          at(usual, 0.9),
          at(usual, 1),
          5 * USUAL_RATE,
          at(dense, 0.5),
          at(dense, 0.9),
          at(dense, 1));
      assertThat(at(usual, 0.5)).isLessThan(10);
      assertThat(at(usual, 0.9)).isLessThan(25);
      // Medians of 12 may differ either way by chance: compared with what the usual rate resolves.
      assertThat(at(dense, 0.5)).isLessThan(1_000 / USUAL_RATE);
      assertThat(at(dense, 0.9)).isLessThan(25);
    }
  }

  /** By how much each write outage differs from the known one, in ms, ascending. */
  private double[] errors(ProbedServer server, double writesPerSecond) throws Exception {
    server.emptyLedger();
    Path folder = Files.createDirectory(temp.resolve("client" + (int) writesPerSecond));
    ClientProcess client =
        server.client(Plans.of(server.target()).rates(writesPerSecond, 0, 0), folder);
    ProbedServer.await(() -> client.status().writer().counts().ok() > 200);
    List<Cut> cuts = cuts(server.pid());
    ClientLog log = client.stop(Duration.ofSeconds(5));
    assertThat(cuts).hasSize(CUTS);
    return cuts.stream()
        .mapToDouble(cut -> Math.abs(writeOutageMillis(log, cut, writesPerSecond) - cut.millis()))
        .sorted()
        .toArray();
  }

  private static double writeOutageMillis(ClientLog log, Cut cut, double writesPerSecond) {
    long from = cut.fromNanos() - AROUND_NANOS;
    long end = cut.toNanos() + AROUND_NANOS;
    List<Operation> around =
        log.operations().stream()
            .filter(write -> write.intendedNanos() > from && write.intendedNanos() < end)
            .toList();
    long fault = cut.fromNanos() - 1_000_000;
    Evidence evidence =
        Made.of(Evidence.class)
            .set("t0Nanos", fault)
            .set("fromNanos", from)
            .set("endNanos", end)
            .set("oldPrimary", "1")
            .set("newPrimary", "1")
            .set("client", new ClientLog(around, List.of(), List.of()))
            .set(
                "timeline",
                List.of(
                    new TimelineEvent(fault, TimelineEvent.Kind.FAULT, "", "stopped"),
                    new TimelineEvent(cut.fromNanos(), TimelineEvent.Kind.INJECTED, "", "stopped")))
            .set("ratesPerSecond", Map.of(ProbeKind.WRITER, writesPerSecond))
            .record();
    return Objects.requireNonNull(
        new FailoverAnalysis(evidence, LIMITS).repetition(1, List.of()).figures().writeOutageMs());
  }

  /** Lets a shell stop the server, and reads when it did, on our clock. */
  private static List<Cut> cuts(long pid) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("bash", "-c", SCRIPT.formatted(CUTS, pid, pid))
            .redirectErrorStream(true)
            .start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
    Instant now = Instant.now();
    long ours = Clock.SYSTEM.nanoTime();
    long offset = ours - TimeUnit.SECONDS.toNanos(now.getEpochSecond()) - now.getNano();
    List<Cut> cuts = new ArrayList<>();
    for (String line : said.lines().toList()) {
      long[] nanos =
          Arrays.stream(line.split(" "))
              .mapToLong(time -> Long.parseLong(time.replaceAll("\\D", "")) * 1_000 + offset)
              .toArray();
      cuts.add(new Cut(nanos[0], nanos[1]));
    }
    return cuts;
  }

  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }

  /** Aborts the test where other processes use the processors: the claim is of an idle machine. */
  private static void onAnIdleMachine() throws IOException, InterruptedException {
    Path stat = Path.of("/proc/stat");
    if (!Files.isReadable(stat)) {
      leaveOut("it is not known here whether the machine is idle");
    }
    long[] before = processorTimes(stat);
    Thread.sleep(1_000);
    long[] after = processorTimes(stat);
    double idle = (double) (after[1] - before[1]) / (after[0] - before[0]);
    if (idle < 0.8) {
      leaveOut("other processes use %.0f %% of the processors".formatted(100 * (1 - idle)));
    }
  }

  private static void leaveOut(String why) {
    ItServers.leaveOut("tests of how exact a write outage is", why, "an idle machine");
  }

  /** All ticks of all processors, and those in which they were idle. */
  private static long[] processorTimes(Path stat) throws IOException {
    String[] words = Files.readAllLines(stat).get(0).split(" +");
    long[] ticks = Arrays.stream(words).skip(1).limit(8).mapToLong(Long::parseLong).toArray();
    return new long[] {Arrays.stream(ticks).sum(), ticks[3] + ticks[4]};
  }
}
