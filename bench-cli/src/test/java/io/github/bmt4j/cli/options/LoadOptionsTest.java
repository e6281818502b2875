package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.Stage;
import io.github.bmt4j.load.ThinkTime;
import io.github.bmt4j.load.run.ClientScenario;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Terminals;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class LoadOptionsTest {
  private static final Workload WORKLOAD = Catalogue.byName("oltp_read_write");
  private static final Threads ONE = Threads.of("1");

  @Test
  void theDefaultsAreSysbenchsButForTheWarmup() {
    RunScenario scenario = scenario();

    assertThat(scenario.times().timeSeconds()).isEqualTo(10);
    assertThat(scenario.times().events()).isZero();
    assertThat(scenario.load().loop()).isEqualTo("closed");
    assertThat(scenario.load().rate()).isNull();
    assertThat(scenario.load().arrivals()).isNull();
    assertThat(scenario.times().percentile()).isEqualTo(95);
    assertThat(scenario.client().psMode()).isEqualTo("auto");
    assertThat(scenario.client().ignoreErrors()).containsExactly("1213", "1020", "1205");
    assertThat(scenario.times().warmupSeconds()).isEqualTo(5);
    assertThat(scenario.parameters())
        .containsEntry("table-size", 10_000L)
        .containsEntry("rand-type", "special");
  }

  @ParameterizedTest
  @CsvSource({"90, 90", "90s, 90", "500ms, 0.5", "1.5, 1.5", "2m, 120", "1h, 3600"})
  void timesAreSecondsOrHaveAUnit(String text, double seconds) {
    assertThat(scenario("--time", text).times().timeSeconds()).isEqualTo(seconds);
  }

  @Test
  void aRateMakesTheLoopOpenWithPoissonArrivals() {
    assertThat(scenario("--rate", "100").load().loop()).isEqualTo("open");
    assertThat(scenario("--rate", "100").load().arrivals()).isEqualTo("poisson");
    assertThat(scenario("--rate", "100", "--arrivals", "uniform").load().arrivals())
        .isEqualTo("uniform");
  }

  @Test
  void threadsOfAClosedLoopPauseWhereThatIsAskedFor() {
    assertThat(scenario().load().think()).isNull();
    assertThat(scenario("--think", "100ms").load().think())
        .isEqualTo(new ThinkTime(100_000_000, false));
    assertThat(scenario("--think=1s:exponential", "--stage=30s:1..8").load().think())
        .isEqualTo(new ThinkTime(1_000_000_000, true));
  }

  @Test
  void connectionsBesideThoseOfTheThreadsAreThoseAskedFor() {
    assertThat(scenario().load().connections()).isNull();
    assertThat(scenario("--idle-connections", "5000").load().connections())
        .isEqualTo(new ConnectionScenario(5000, 60, 0));
    assertThat(scenario("--idle-connections=7", "--idle-ping=5m").load().connections())
        .isEqualTo(new ConnectionScenario(7, 300, 0));
    ConnectionScenario rate =
        Objects.requireNonNull(scenario("--connect-rate=50.5").load().connections());
    assertThat(rate).isEqualTo(new ConnectionScenario(0, 60, 50.5));
    assertThat(rate.most()).as("those due in a second").isEqualTo(51);
    assertThat(new ConnectionScenario(3, 60, 1).most()).isEqualTo(3 + 8);
    assertThat(new ConnectionScenario(0, 60, 5000).most()).isEqualTo(256);
  }

  /** As in sysbench, where 0 is the default; a pool would keep the connections. */
  @Test
  void aThreadThatReconnectsHasNoPool() {
    assertThat(scenario("--reconnect=0").load().reconnect()).isNull();
    assertThat(scenario("--reconnect=0").client().pool()).isEqualTo("hikari");
    assertThat(scenario("--reconnect=10").load().reconnect()).isEqualTo(10);
    assertThat(scenario("--reconnect=10").client().pool()).isEqualTo("none");
  }

  @Test
  void withoutASeedEveryRunHasOneOfItsOwnThatIsKept() {
    assertThat(scenario().load().seed()).isPositive().isNotEqualTo(scenario().load().seed());
  }

  @Test
  void aGivenSeedIsUsed() {
    Params params = Params.resolve(WORKLOAD.info(), Map.of("rand-seed", "17"));

    assertThat(scenario(options(), WORKLOAD, params, 1).load().seed()).isEqualTo(17);
  }

  @Test
  void mayIgnoreAllErrorsOrNone() {
    assertThat(scenario("--mysql-ignore-errors", "all").client().ignoreErrors())
        .containsExactly("all");
    assertThat(scenario("--mysql-ignore-errors", "none").client().ignoreErrors()).isEmpty();
    assertThat(scenario("--mysql-ignore-errors", "1317, 1047").client().ignoreErrors())
        .containsExactly("1317", "1047");
    assertThat(scenario("--mysql-ignore-errors", "galera,1062").client().ignoreErrors())
        .containsExactly("1213", "1020", "1205", "1317", "1047", "1062");
  }

  @Test
  void stagesOfRatesMakeAnOpenLoopOfTheirTime() {
    LoadOptions options = options("--stage=30s:100/s", "--stage", "1m30s:100..500/s");
    assertThat(options.threads(ONE, List.of())).isEqualTo(ONE);
    RunScenario scenario = of(options);

    assertThat(scenario.load().loop()).isEqualTo("open");
    assertThat(scenario.load().rate()).isNull();
    assertThat(scenario.load().arrivals()).isEqualTo("poisson");
    assertThat(scenario.times().timeSeconds()).isEqualTo(120);
    assertThat(scenario.load().stages().stream().map(Stage::text))
        .containsExactly("30s:100/s", "90s:100..500/s");
  }

  @Test
  void stagesOfThreadsMakeAClosedLoopOfTheMost() {
    LoadOptions options = options("--stage=30s:1..64", "--stage=10s:8");
    assertThat(options.threads(ONE, List.of()).most()).isEqualTo(64);
    RunScenario scenario = of(options);

    assertThat(scenario.load().loop()).isEqualTo("closed");
    assertThat(scenario.load().arrivals()).isNull();
    assertThat(scenario.times().timeSeconds()).isEqualTo(40);
  }

  @ParameterizedTest
  @CsvSource({
    "--stage=30s:100/s, --events, --events cannot be combined with --stage=30s:100/s: ",
    "--stage=3s:5/s --stage=3s:5, '', --stage: give a rate in every stage",
    "--stage=3s:0/s, '', --stage: all rates are 0",
    "--stage=3s:0, '', --stage=0: give a number from 1 to 20000",
    "--stage=3s:8..20001, '', --stage=20001: give a number from 1 to 20000",
  })
  void refusesStagesThatContradictOtherOptions(String words, String given, String message) {
    LoadOptions options = options(words.split(" "));

    List<OptionSpec> matched =
        Stream.ofNullable(CommandSpec.forAnnotatedObject(options).findOption(given)).toList();

    assertThatThrownBy(() -> options.threads(ONE, matched))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void whatIsReadAndTimedIsPartOfTheScenario() {
    assertThat(scenario().client().driver()).isEqualTo(ClientScenario.Driver.OWN);
    assertThat(scenario().client().consume()).isEqualTo("none");
    ClientScenario client =
        scenario("--consume=first-column", "--by-statement", "--pool-size=3").client();
    assertThat(client.consume()).isEqualTo("first-column");
    assertThat(client.byStatement()).isTrue();
    assertThat(client.poolSize()).isEqualTo(3);
  }

  @Test
  void sysbenchsFormHasNoPercentilesBetweenWholeOnes() {
    options("--percentile=99").checkForSysbench();
    assertThatThrownBy(() -> options("--percentile=99.9").checkForSysbench())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("--percentile=99.9");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 20_001})
  void refusesANumberOfThreadsThatCannotBe(int threads) {
    assertThatThrownBy(() -> LoadOptions.threads("--threads", threads))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("--threads=" + threads);
  }

  @Test
  void terminalsMakeTheLoadAndTakeNoRate() {
    Params params = Params.resolve(WORKLOAD.info(), Map.of());
    RunScenario scenario = scenario(options(), AT_TERMINALS, params, 4);
    assertThat(scenario.load().loop()).isEqualTo("terminals");
    assertThat(scenario.load().terminals()).isEqualTo(10);
    assertThat(scenario.load().threads()).isEqualTo(4);
    assertThat(scenario().load().terminals()).isNull();

    LoadOptions rate = options("--rate=5");
    assertThatThrownBy(() -> scenario(rate, AT_TERMINALS, params, 4))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--rate cannot be combined with --pacing: ")
        .hasMessageNotContaining("\n");
  }

  /** The same tables, for ten users at terminals. */
  private static final Workload AT_TERMINALS =
      new Workload() {
        @Override
        public WorkloadInfo info() {
          return WORKLOAD.info();
        }

        @Override
        public List<Table> tables(Params params, int threads) {
          return WORKLOAD.tables(params, threads);
        }

        @Override
        public int statementsPerConnection(Params params) {
          return WORKLOAD.statementsPerConnection(params);
        }

        @Override
        public Session newSession(SessionContext context) {
          return WORKLOAD.newSession(context);
        }

        @Override
        public Optional<Terminals> terminals(Params params) {
          return Optional.of(new Terminals(10, List.of(new Terminals.Pace(1, 1, false))));
        }
      };

  private static RunScenario scenario(String... words) {
    return of(options(words));
  }

  private static RunScenario of(LoadOptions options) {
    return scenario(options, WORKLOAD, Params.resolve(WORKLOAD.info(), Map.of()), 1);
  }

  private static RunScenario scenario(
      LoadOptions options, Workload workload, Params params, int threads) {
    return options.scenario(
        workload,
        params,
        Threads.of(threads, null),
        new LoadOptions.Endpoints("embedded", List.of(), null, EndpointPlan.EVEN, null, null),
        false);
  }

  private static LoadOptions options(String... words) {
    return Parsed.of(new LoadOptions(), words);
  }
}
