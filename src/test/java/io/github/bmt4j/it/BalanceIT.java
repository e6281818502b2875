package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.failover.balance.BalanceFigures;
import io.github.bmt4j.failover.balance.BalanceFigures.Load;
import io.github.bmt4j.failover.balance.BalanceFigures.Moments;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.Served;
import io.github.bmt4j.failover.figures.Advice;
import io.github.bmt4j.failover.figures.Stuck;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.server.ItServers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Reads spread over real replicas, by the command: what is reported against what was done and what
 * is known of pool and driver.
 */
@Execution(ExecutionMode.CONCURRENT)
class BalanceIT {
  private static final int POOL = 30;

  @Test
  void threeEqualReplicasShareThirtyConnectionsAndTheirReadsEvenly() {
    Balance balance =
        Balance.run(
                words(
                    "--lose-node=off --replicas=3 --pool-size=%s --read-time=130ms"
                        + " --baseline=3 --time=4 --write-rate=20",
                    POOL))
            .counts();
    BalanceFigures figures = balance.figures();
    Load second = balance.server("node2").connections().before();
    Load third = balance.server("node3").connections().before();
    Load fourth = balance.server("node4").connections().before();

    assertThat(balance.result().serverSeries().get(0).servers())
        .extracting(ServerSeries.Server::name)
        .containsExactly("node1", "node2", "node3", "node4");
    assertThat(figures.jain().connections().before()).isGreaterThan(0.99);
    // 26 of 30 connections are busy; were all 4 idle ones of one replica, the index would be 0.955.
    assertThat(figures.jain().operations().before()).isGreaterThan(0.95);
    assertThat(second.count() + third.count() + fourth.count()).isCloseTo(POOL, within(1.0));
    assertThat(figures.readsOffPrimary()).isEqualTo(new Phases<>(1.0, null, null));
    assertThat((double) figures.staleReads().before().reads())
        .isCloseTo(reads(balance, "node2", "node3", "node4"), within(1.0));
    assertThat(figures.moments().lostMs()).isNull();
    assertThat(figures.rebalanceMs()).isNull();
    assertThat(figures.returned()).isNull();
    assertThat(figures.jain().operations().after()).isNull();
    for (String node : List.of("node1", "node2", "node3", "node4")) {
      assertThat(balance.server(node).operations().before().count())
          .isCloseTo(balance.reads(node, 0, figures.moments().endMs()), within(1.0));
    }
    assertThat(balance.ended().out())
        .contains("evenness (Jain)", "one column is 1 s", "; 100.0 % left the primary, ")
        .doesNotContain("fault", "baseline");
  }

  private static double reads(Balance balance, String... nodes) {
    return Arrays.stream(nodes)
        .mapToDouble(node -> balance.reads(node, 0, balance.figures().moments().endMs()))
        .sum();
  }

  @Tag("extended")
  @Test
  void aPoolThatIsHardlyUsedHasEvenConnectionsAndUnevenReadsAndSaysSo() {
    Balance balance =
        Balance.run(
                words(
                    "--lose-node=off --pool-size=%s --read-time=0 --read-rate=10"
                        + " --write-rate=20 --baseline=2 --time=3",
                    POOL))
            .counts();

    assertThat(balance.figures().jain().connections().before()).isGreaterThan(0.98);
    // After a standstill of the client, reads that are late use more of them at once.
    if (balance.result().verdict().texts().stream()
        .noneMatch(reason -> reason.startsWith("the client itself stood still"))) {
      assertThat(balance.figures().jain().operations().before()).isLessThan(0.8);
    }
    assertThat(String.join("\n", balance.result().warnings()))
        .contains("a pool hands out the same few connections again and again");
  }

  /** Connections grow old in half a minute at least: both runs wait for that at the same time. */
  @Tag("extended")
  @Test
  void withALimitOnTheLifeOfConnectionsAReturnedReplicaGetsItsShareUnlessTheDriverDeniesIt() {
    CompletableFuture<Balance> denied =
        CompletableFuture.supplyAsync(() -> renewed("--return-after=4 --time=27"));
    Balance balance = renewed("--denied-list-timeout=1s --return-after=8 --time=46");

    // Not at once: a connection to the returned replica replaces one that is 30 s old. Those that
    // were lost have been replaced before its return, on a slow machine too.
    assertThat(balance.figures().rebalanceMs()).isNotNull().isBetween(5_000.0, 40_000.0);
    assertThat(balance.figures().returned().shareAtEnd()).isBetween(0.3, 0.7);
    assertThat(balance.figures().jain().operations().after()).isGreaterThan(0.6);
    assertThat(balance.result().advice()).isEmpty();

    staysIdle(denied.join());
    assertThat(denied.join().result().advice())
        .extracting(Advice::cause, Advice::trying)
        .containsExactly(tuple("deniedList", "--denied-list-timeout=1s"));
  }

  /** The replica that was lost, although it is back. */
  private static void staysIdle(Balance balance) {
    BalanceFigures figures = balance.figures();
    Moments moments = figures.moments();

    assertThat(moments.lostServer()).isEqualTo("node3");
    assertThat(balance.result().serverSeries().get(0).servers().get(2).events())
        .extracting(ServerSeries.Event::what)
        .anyMatch(what -> what.startsWith("the server was restarted"));
    assertThat(moments.returnedMs() - moments.lostMs()).isBetween(4000.0, 12_000.0);
    assertThat(figures.rebalanceMs()).isNull();
    assertThat(figures.returned().shareAtEnd()).isLessThan(0.02);
    assertThat(figures.jain().operations().after()).isLessThan(0.55);
    assertThat(balance.server("node3").operations().during().count()).isLessThan(40);
    // A look at it that was under way when it was lost may still be answered.
    assertThat(balance.server("node3").connections().during())
        .satisfiesAnyOf(none -> assertThat(none).isNull(), one -> assertThat(one.share()).isNull());
    assertThat(balance.server("node2").operations().during().share()).isGreaterThan(0.95);
    assertThat(balance.server("node2").operations().after().count())
        .isCloseTo(balance.reads("node2", moments.returnedMs(), moments.endMs()), within(1.0));
    Served during = figures.served().get("reader").during();
    assertThat(during.failed() + during.unknown()).isPositive();
    assertThat(figures.served().get("writer").during().failed()).isZero();
  }

  private static Balance renewed(String more) {
    String usual =
        "--pool-size=%s --read-rate=100 --read-time=220ms --pool-property=maxLifetime=30s"
            + " --baseline=3 --write-rate=20 ";
    return Balance.run(words(usual + more, POOL)).counts();
  }

  @Tag("extended")
  @Test
  void readsOnAServerThatHangsAreAdvisedALimit() {
    try (Running running =
        Balance.start(
            words(
                "--pool-size=20 --lose-node=off --baseline=3 --time=8 --write-rate=20"
                    + " --read-rate=50 --read-time=200ms"))) {
      // At any moment about ten reads are under way. With short ones it may be none, and the pool
      // asks a connection that was idle before it lends it: then it gives up, and nothing hangs.
      // After the baseline: it lasts until all is well.
      running.awaitOutput("\\s*[5-9]\\.\\d s .*node1 WRITABLE.*");
      Signals.send("STOP", running.descendant("/node2/"));
      Balance balance = Balance.of(running.await());
      Stuck stuck = balance.figures().stuck();
      assertThat(stuck.hasHung()).isTrue();
      assertThat(balance.result().advice())
          .extracting(Advice::cause)
          .containsExactly("socketTimeout");
    }
  }

  @Tag("extended")
  @Test
  void aReplicaThatDiesMakesTheRunInvalid() {
    try (Running running =
        Balance.start(
            "--lose-node=off", "--baseline=3", "--time=4", "--write-rate=20", "--read-rate=50")) {
      running.awaitOutput("\\s*[4-9]\\.\\d s .*node1 WRITABLE.*");
      Signals.send("KILL", running.descendant("/node2/"));
      Balance balance = Balance.of(running.await().exits(1));
      assertThat(balance.result().verdict().texts())
          .contains("node2 ended unexpectedly: bmt did not end it");
    }
  }

  @Tag("extended")
  @Test
  void whereTheDriverRoutesReadsTheyAllLeaveThePrimary() {
    Balance balance =
        Balance.run(
                words(
                    "--lose-node=off --ha=load-balance-read --baseline=3 --time=3"
                        + " --write-rate=50 --read-rate=100"))
            .counts();

    assertThat(balance.figures().readsOffPrimary()).isEqualTo(new Phases<>(1.0, null, null));
    assertThat(balance.figures().jain().connections().before()).isGreaterThan(0.98);
    assertThat(balance.figures().served().get("writer").before().ok()).isGreaterThan(225);
  }

  /** Nodes of Galera apply a commit after it was acknowledged; a read may wait for that. */
  @Tag("extended")
  @Test
  void onGaleraReadsThatWaitAreNeverStale() {
    Balance balance =
        Balance.on(
                ItServers.galera(),
                words(
                    "--topology=galera --suspect-timeout=3s --server-option=wsrep_sync_wait=1"
                        + " --server-option=innodb_flush_log_at_trx_commit=2"
                        + " --denied-list-timeout=1s --baseline=3 --return-after=6 --time=4"
                        + " --write-rate=20 --read-rate=50"))
            .counts();

    assertThat(balance.figures().readsOffPrimary().before()).isEqualTo(1);
    assertThat(balance.figures().staleReads().before().reads()).isGreaterThan(60);
    assertThat(balance.figures().staleReads().before().stale()).isZero();
    assertThat(balance.figures().staleReads().after().stale()).isZero();
    assertThat(balance.figures().moments().returnedMs()).isNotNull();
    assertThat(balance.ended().out()).contains("topology galera", ", none was stale");
  }

  @Tag("extended")
  @Test
  void inAGroupOfMySqlItsOwnDriverTakesReadsOffThePrimary() {
    Balance balance =
        Balance.on(
                ItServers.mysql(),
                words(
                    "--topology=group --driver=mysql:9.7.0 --ha=loadbalance --lose-node=off"
                        + " --baseline=3 --time=3 --write-rate=20 --read-rate=50"))
            .counts();

    assertThat(balance.figures().readsOffPrimary()).isEqualTo(new Phases<>(1.0, null, null));
    assertThat(balance.figures().jain().operations().before()).isGreaterThan(0.8);
    assertThat(balance.figures().staleReads().before().reads()).isGreaterThan(200);
    assertThat(balance.result().environment().driver().name()).isEqualTo("MySQL Connector/J");
  }

  @Tag("extended")
  @Test
  void readsOfALostSingleReplicaGoToThePrimary() {
    Balance balance =
        Balance.run(
                words(
                    "--ha=replication --replicas=1 --baseline=3 --return-after=4 --time=3"
                        + " --write-rate=20 --read-rate=50"))
            .counts();
    Phases<Double> off = balance.figures().readsOffPrimary();

    assertThat(off.before()).isEqualTo(1);
    assertThat(off.during()).isLessThan(0.5);
    assertThat(balance.server("node1").operations().during().count()).isPositive();
    assertThat(balance.figures().jain().operations().before()).isNull();
  }
}
