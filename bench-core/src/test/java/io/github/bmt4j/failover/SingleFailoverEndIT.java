package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of single shots, however they end, and shots at somebody's cluster. */
@Tag("extended")
class SingleFailoverEndIT {
  private static final long OUTAGE_MILLIS = 1_000;
  private static final long MOST_MILLIS = 60_000;

  @TempDir Path temp;
  private Path cache;
  private final ShotOrder order = new ShotOrder();

  /** A cache of this test's own, so that it sees what is left, with the programs of all tests. */
  @BeforeEach
  void shareBinaries() throws Exception {
    order.target = ItServers.embedded();
    cache = ItServers.cacheIn(temp);
    order.cache = cache;
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    Files.delete(cache.resolve("binaries"));
    assertThat(Folders.children(cache.resolve("servers")))
        .containsExactly(cache.resolve("servers/lock"));
    assertThat(
            ProcessHandle.allProcesses()
                .filter(
                    process -> process.info().commandLine().orElse("").contains(cache.toString())))
        .isEmpty();
    awaitNoThreads();
  }

  @Test
  void nothingIsLeftOfAnApplicationThatHangs() throws Exception {
    order.fault = "hang";
    order.settings.poolSize = 1;
    try (SingleFailover shot = open()) {
      shot.ready();
      Thread caller = Thread.currentThread();
      Thread impatient = new Thread(() -> interruptAfter(1_500, caller));
      impatient.start();
      assertThatThrownBy(shot::fire).isInstanceOf(TargetException.class).hasMessage("interrupted");
      assertThat(Thread.interrupted()).isTrue();
      impatient.join();
    }
  }

  @Test
  void nothingIsLeftOfAShotThatWasNotFired() throws Exception {
    SingleFailover shot = open();
    try (shot) {
      shot.ready();
    }
    shot.close();
  }

  @Test
  void nothingRunsAfterAVainReadyAndTheShotCanBeClosed() throws Exception {
    // No server takes as many connections.
    order.settings.poolSize = 200;
    try (SingleFailover shot = open()) {
      assertThatThrownBy(shot::ready)
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith("the application cannot write: a pool opened only ");
      awaitNoThreads();
      assertThatThrownBy(shot::fire).isInstanceOf(IllegalStateException.class);
    }
  }

  /** The trigger tells this test, which does to the cluster what somebody's manager does. */
  @Test
  void aTriggersChangeIsScoredFromTheCommandOn() throws Exception {
    try (Cluster lab =
        ServerRegistry.open(
            Topology.cluster(Topology.REPLICATION, 2),
            order.target,
            new StartOptions(cache, null, ShotOrder.SERVER_OPTIONS),
            Progress.SILENT)) {
      Path go = temp.resolve("go");
      order.at(lab, "sleep 2; touch " + go + "; while [ -e " + go + " ]; do sleep 0.1; done");
      Thread keeper = new Thread(() -> promoteWhenTold(lab, go));
      keeper.start();
      Repetition repetition;
      double score;
      try (SingleFailover shot = open()) {
        shot.ready();
        long begin = System.nanoTime();
        shot.fire();
        score = (System.nanoTime() - begin) / 1e6;
        repetition = shot.end();
      }
      keeper.join(MOST_MILLIS);
      BusyMachine.atMost(repetition.verdict().reasons(), "%s", repetition);
      // The command's lead of 2 s is in the score and not in the outage.
      assertThat(score).isGreaterThan(2_000 + OUTAGE_MILLIS);
      assertThat(repetition.figures().writeOutageMs())
          .isBetween(OUTAGE_MILLIS - 1.0, score - 1_500);
      assertThat(repetition.figures().lostWrites()).isNotNull();
      // Nobody can read the ledger of a server that is down.
      assertThat(repetition.figures().divergentRows()).isNull();
    }
  }

  private static void promoteWhenTold(Cluster lab, Path go) {
    try {
      for (long left = MOST_MILLIS; left > 0 && !Files.exists(go); left -= 10) {
        Thread.sleep(10);
      }
      Node next = lab.nodes().get(1);
      lab.kill(lab.primary());
      // Longer than what a busy machine's disk makes of writes that are well.
      Thread.sleep(OUTAGE_MILLIS);
      lab.promote(next);
      Files.delete(go);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void interruptAfter(long millis, Thread thread) {
    try {
      Thread.sleep(millis);
      thread.interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** HikariCP's threads end soon after their pool. */
  private static void awaitNoThreads() throws InterruptedException {
    List<String> left = threads();
    for (long millis = MOST_MILLIS; millis > 0 && !left.isEmpty(); millis -= 50) {
      Thread.sleep(50);
      left = threads();
    }
    assertThat(left).isEmpty();
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(
            name ->
                name.startsWith("bmt-WRITER")
                    || name.startsWith("bmt-observer")
                    || List.of("bmt-writer", "bmt-pauses", "bmt-fault").contains(name))
        .toList();
  }

  private SingleFailover open() throws TargetException {
    return SingleFailover.open(order.order(), ShotOrder.OWN, Clock.SYSTEM, Progress.SILENT);
  }
}
