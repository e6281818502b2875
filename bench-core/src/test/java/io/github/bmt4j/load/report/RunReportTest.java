package io.github.bmt4j.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.run.ClientScenario;
import io.github.bmt4j.load.run.ClientScenario.Driver;
import io.github.bmt4j.load.run.LoadEvents;
import io.github.bmt4j.load.run.LoadTimes;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.RunSetup;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Grid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunReportTest {
  @Test
  void saysWhatRunsOnWhatBeforeItBegins() {
    RunResult run = SampleResult.closedLoop();

    assertThat(RunSetup.of(run.scenario(), run.environment()).text())
        .isEqualTo(
            """
            oltp_read_write on embedded MariaDB 11.4.5
            server   MariaDB 11.4.5-MariaDB, TLS off
            driver   MariaDB Connector/J 4.0.0, HikariCP, a connection borrowed for every transaction, statements prepared on the server
            parity   with sysbench: connectTimeout=0 and others; --parity none measures the driver as shipped
            load     4 threads, closed loop, 5 s after 2 s of warm-up
            data     tables 1, table-size 10,000, rand-type special, seed 42
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "21600, 300, 6 h after 5 min of warm-up",
    "7500, 60, 2 h 05 min after 60 s of warm-up",
    "150, 0, 150 s after 0 s of warm-up",
    "119.5, 121, 119.5 s after 121 s of warm-up",
    "0, 120, no time limit after 2 min of warm-up"
  })
  void timesInWholeMinutesAreNotCountedInSeconds(double time, double warmup, String text) {
    RunResult run = SampleResult.closedLoop();
    RunScenario scenario = run.scenario();
    LoadTimes times = new LoadTimes(warmup, time, 0, 1, 95);

    assertThat(
            RunSetup.of(
                    scenario.with(scenario.target(), scenario.load(), times, scenario.client()),
                    run.environment())
                .text())
        .contains("closed loop, " + text + "\n");
  }

  @Test
  void parityNamesOnlyWhatIsInEffect() {
    RunResult run = SampleResult.closedLoop();
    RunScenario scenario = run.scenario();
    Environment environment = run.environment();
    Environment.Driver driver = environment.driver();

    assertThat(
            RunSetup.of(
                    scenario, through(environment, "?connectTimeout=50&useServerPrepStmts=true"))
                .text())
        .contains("parity   with sysbench: useServerPrepStmts=true and others; ");
    assertThat(RunSetup.of(scenario, through(environment, "?connectTimeout=50")).text())
        .doesNotContain("parity");
    ClientScenario unknown =
        scenario.client().through(new Driver("org.example:toy:1", List.of(), Map.of(), "none"));
    assertThat(RunSetup.of(scenario.with(unknown), environment).text())
        .contains("driver   " + driver.name() + " " + driver.version() + ", as shipped, ")
        .doesNotContain("parity");
  }

  private static Environment through(Environment of, String options) {
    return new Environment(
        of.server(),
        new Environment.Driver("a driver", "1", "jdbc:mariadb://h/d" + options, "server", null),
        of.tls(),
        of.jvm(),
        of.os(),
        of.cpu(),
        of.session(),
        of.data());
  }

  @Test
  void showsAValidRun() {
    assertThat(new RunReport().summary(SampleResult.closedLoop(), 200))
        .isEqualTo(
            """

            200 transactions/s on 4 threads, p95 4.59 ms, no errors

            VALID
              transactions            1,000         199.92 /s
              queries                20,000       3,998.40 /s
              r / w / o      14,000 / 4,000 / 2,000
              elapsed        5.002 s
              not OK         0 %
              times in ms          min      mean       p50       p90       p95       p99     p99.9       max
              response           0.817      2.80      2.48      3.86      4.59      7.90         -    142.48
              service            0.817      2.80      2.48      3.86      4.59      7.90         -    142.48
              client         3.16 s of CPU (32 % of its processors), 22.1 µs a query, 8 ms of GC pauses
            """);
  }

  @Test
  void theFirstLineSaysThatOthersUsedTheMachine() {
    RunResult run = SampleResult.closedLoop();
    RunResult busy =
        Made.like(run)
            .set("client", Made.like(run.client()).set("othersShare", 0.4).record())
            .record();

    assertThat(new RunReport().summary(busy, 200))
        .startsWith(
            "\n200 transactions/s on 4 threads, p95 4.59 ms, no errors; other programs used 40 % of"
                + " the client's processors\n");
  }

  @Test
  void showsWhyARunIsInvalidAndWhatWasNotDone() {
    assertThat(new RunReport().summary(SampleResult.openLoop(), 200))
        .contains(
            "INVALID\n         because: missed its rate: 4,000 of 24,003 arrivals were unserved\n",
            "arrivals       24,003, of which 4,000 unserved; backlog at most 4,100\n",
            "not OK         16.7 %: 2 failed, 1 unknown (lost at commit), 0 stuck, 4,000"
                + " unserved\n",
            "  reconnects                  2\n",
            "  1213    40001    statement          4         1  Deadlock found\n",
            "note     client and server share this machine's processors\n");
    RunResult ofAgents = Made.like(SampleResult.openLoop()).set("agents", List.of()).record();
    assertThat(new RunReport().summary(ofAgents, 200))
        .contains("backlog at most 4,100, the sum of each agent's most\n");
  }

  @Test
  void theHeadSaysHowManyTerminalsShareTheConnections() {
    RunResult run = SampleResult.closedLoop();
    RunScenario scenario = SampleResult.atTerminals(run.scenario(), 10);
    assertThat(RunSetup.of(scenario, run.environment()).text())
        .contains(
            "load     10 terminals on 4 connections, pacing spec, 5 s after 2 s of warm-up\n");
    assertThat(RunSetup.of(scenario, run.environment(), "1, 4 threads, one after the other").text())
        .contains(
            "load     10 terminals on 1, 4 connections, one after the other, pacing spec, 5 s");
  }

  @Test
  void kindsHaveATable() {
    assertThat(text(RunTables.byKind(SampleResult.ofTwoKinds().kinds())))
        .isEqualTo(
            """
            by kind              count   share        tps      mean       p50       p90       p95       p99       max   not OK retries rollbacks
            order                  700  70.0 %     139.94      3.10      2.90      4.00      4.80      8.00    142.48        0       5         7
            payment                290  30.0 %      57.98      2.00      1.90      2.40      2.90      3.30      4.10       10       0         0
            """);
    assertThat(RunTables.byKind(null)).isEmpty();
  }

  @Test
  void comparedFiguresOfKindsHaveTheirNames() {
    RunResult run = SampleResult.ofTwoKinds();

    assertThat(new RunReport().compared(run))
        .filteredOn(figure -> figure.name().startsWith("payment"))
        .extracting(Figure::name, Figure::amount)
        .containsExactly(
            tuple("payment: tps", "58.0/s"),
            tuple("payment: p50", "1.90 ms"),
            tuple("payment: p95", "2.90 ms"),
            tuple("payment: not OK", "3.33 %"));
  }

  @Test
  void aLineOfAnIntervalStandsUnderItsHead() {
    RunResult run = SampleResult.openLoop();
    Columns<LoadEvents.Row> lines = LoadEvents.table(run.scenario(), 200);

    assertThat(lines.head())
        .isEqualTo(
            "     time       tps        qps    reads/s  writes/s  others/s    p95 ms    max ms "
                + " errors  backlog");
    assertThat(lines.row(new LoadEvents.Row(run.intervals().get(0), false)))
        .isEqualTo(
            "    1.0 s   4,000.0    4,000.0    4,000.0       0.0       0.0         -  1,001.00     "
                + "  4      900");
  }

  @Test
  void showsALineForEachEndpoint() {
    Times times = new Times(1000, 0.8, 2.8, 2.48, 3.86, 4.59, 7.9, null, 142.48);
    EndpointFigures first =
        new EndpointFigures(
            "jdbc:mariadb://a/d",
            3,
            "MariaDB 11.4.5",
            1000,
            20_000,
            7,
            2,
            5.002,
            199.92,
            3998.4,
            times);
    Times none = new Times(0, null, null, null, null, null, null, null, null);
    EndpointFigures second =
        new EndpointFigures(
            "jdbc:mariadb://b/d", 2, "MariaDB 11.4.5", 0, 0, 0, 0, null, null, null, none);

    assertThat(text(RunTables.byEndpoint(List.of(first, second))))
        .isEqualTo(
            """
            by endpoint                        threads elapsed s   transactions        queries         tps          qps  errors reconnects    p50 ms    p95 ms    p99 ms    max ms
            jdbc:mariadb://a/d, MariaDB 11.4.5       3     5.002          1,000         20,000      199.92     3,998.40       7          2      2.48      4.59      7.90    142.48
            jdbc:mariadb://b/d, MariaDB 11.4.5       2         -              0              0           -            -       0          0         -         -         -         -
            """);
  }

  @Test
  void ofOneEndpointThereIsNoTable() {
    assertThat(RunTables.byEndpoint(null)).isEmpty();
  }

  private static String text(Optional<Grid> table) {
    return table.orElseThrow().text(200);
  }
}
