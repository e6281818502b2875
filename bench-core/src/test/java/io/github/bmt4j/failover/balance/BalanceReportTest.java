package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import org.junit.jupiter.api.Test;

class BalanceReportTest {
  private static final int SCREEN = 100;

  @Test
  void saysWhatRunsOnWhatBeforeItBegins() {
    BalanceResult run = SampleBalance.rebalanced();

    assertThat(BalanceReport.setup(run.scenario(), run.environment()).text())
        .isEqualTo(
            """
            balance by loadbalance on embedded MariaDB 11.4.5
            server   MariaDB 11.4.5-MariaDB, topology replication, 3 nodes, TLS off
            driver   MariaDB Connector/J 4.0.0, servers found by loadbalance, HikariCP with 30 connections
            settings as-shipped: maxLifetime 30,000 ms, retry none
            load     200 writes/s, 200 reads/s of 20 ms, open loop
            loss     after 10 s of load a replica is killed, started again 10 s later, and watched for 30 s
            return   may take longer than this run: the driver avoids the replica for 60 s; try --denied-list-timeout=1s
            """);
  }

  @Test
  void saysTheTimesThatWereGiven() {
    BalanceResult run = SampleBalance.rebalanced();
    BalanceScenario shorter =
        Made.like(run.scenario())
            .set("times", new BalanceScenario.Times(4_000, 2_500L, 7_000, 1_000))
            .record();

    assertThat(BalanceReport.setup(shorter, run.environment()).text())
        .contains(
            "after 4 s of load a replica is killed, started again 2.5 s later, and watched for 7"
                + " s\n");
  }

  @Test
  void showsTheSharesOfEachPhaseAndOverTime() {
    assertThat(new BalanceReport().summary(SampleBalance.rebalanced(), SCREEN))
        .isEqualTo(
            """

            FAILED: 1 operation still hung at the end, the oldest for 12.3 s. Measured: Reads were spread 50/50 % over node2, node3; 100.0 % left the primary, 309 of 9,990 were stale by up to 9.5 s; after the loss of node3 none succeeded for 56.70 ms, and no write for 4.0 s; node3 had its share back 25.0 s after its return

            FAILED   1 operation still hung at the end, the oldest for 12.3 s
                                   before                   during                    after
              readers                ok/s   share   conns     ok/s   share   conns     ok/s   share   conns
              node1 (primary)         0.0   0.0 %    10.0      0.4   0.2 %    10.0      0.0   0.0 %    10.0
              node2                 100.2  50.1 %    15.0    198.6  99.8 %    29.1    170.1  85.1 %    24.3
              node3                  99.8  49.9 %    15.0      0.0   0.0 %       -     29.9  14.9 %     5.7
              evenness (Jain)               1.000   1.000                -       -            0.650   0.780
              rebalance      node3 had 80 % of its fair share of 50.0 % 25.0 s after its return (steps of 1 s)
              returned       idle for 22.4 s; 43.2 % of the operations in the last 10 s
              primary        reads on other servers: 100.0 % before, 99.8 % during, 100.0 % after
              stale reads    0 of 2,000 before, 12 of 2,050 during, 297 of 5,940 after
              median lag     - before, 3.10 ms (largest 12.30 ms) during, 250.00 ms (largest 9,500.00 ms) after
              stuck          1 operation at the end, the oldest for 12,345.60 ms

              share of the operations, of the fair share of 50.0 %:
              . none  - under 50 %  + under 80 %  = to 120 %  # above  ! none expected
              node1            ..........!.......................................
              node2            ==========####################################====
              node3            ==========................................--++====
                                         L         R
                               (L node3 is lost at 10.0 s, R it is back at 20.3 s; one column is 1 s)
              share of the connections:
              node2            ==========################################========
              node3            ==========          ......................========

              times in ms           ok failed unknown unserved at once       p50       p99   largest      gap
              reader before      2,000      0       0        0    10.2      1.20      3.40      9.80    12.30
              reader during      2,050      8       0        0    11.3      1.30         -  1,004.00    56.70
              reader after       5,940      0       0        0    10.2      1.20      3.50     11.00    14.00
              writer before      2,000      0       0        0     0.2      1.10      2.40      5.00     8.30
              writer during      2,060      0       0        0    41.0      1.20         -  4,042.20 4,041.40
              writer after       5,940      0       0        0     0.2      1.10      2.50      6.00     9.10
            note     client and servers share this machine's processors
            change   what was seen; try --pool-property=maxLifetime=30s; that was not tried
            """);
  }

  @Test
  void withoutALossThereIsOnePhase() {
    assertThat(new BalanceReport().summary(SampleBalance.without(), SCREEN))
        .isEqualTo(
            """

            Do not use these figures: interrupted. Measured: Reads were spread 50/50 % over node2, node3

            INVALID
                     because: interrupted
                                   before
              readers                ok/s   share   conns
              node2                 100.0  50.0 %       -
              node3                 100.0  50.0 %       -
              evenness (Jain)               1.000       -

              share of the operations, of the fair share of 50.0 %:
              . none  - under 50 %  + under 80 %  = to 120 %  # above  ! none expected
              node2            ===================================================================
              node3            ===================================================================
                               (one column is 3 s)

              times in ms           ok failed unknown unserved at once       p50       p99   largest      gap
              reader before     40,000      0       0        0     0.5      1.20      3.40      9.80    12.30
            """);
  }

  /** It is known in steps of a second, and a single replica has the whole share at once. */
  @Test
  void aRebalanceWithinTheFirstStepIsNotZero() {
    assertThat(new BalanceReport().summary(SampleBalance.rebalancedAtOnce(), SCREEN))
        .contains(
            "; node3 had its share back < 1.0 s after its return\n",
            "node3 had 80 % of its fair share of 50.0 % < 1.0 s after its return (steps of 1 s)\n",
            "reads on other servers: 100.0 % before, 100.0 % after\n")
        .doesNotContain("0.000 ms");
  }

  @Test
  void theChartAndTheTablesFitAScreenAndNeedNoMoreThanAscii() {
    assertThat(new BalanceReport().summary(SampleBalance.without(), SCREEN).lines().skip(2))
        .allMatch(line -> line.length() <= SCREEN)
        .allMatch(line -> line.chars().allMatch(c -> c < 128));
    assertThat(new BalanceReport().summary(SampleBalance.rebalanced(), SCREEN).lines().skip(2))
        .allMatch(line -> line.length() <= SCREEN)
        .allMatch(line -> line.chars().allMatch(c -> c < 128));
  }
}
