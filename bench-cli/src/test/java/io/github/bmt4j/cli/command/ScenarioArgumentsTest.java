package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.options.Arguments;
import io.github.bmt4j.cli.options.DriverChoice;
import io.github.bmt4j.cli.series.ScenarioArguments;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.Search;
import io.github.bmt4j.load.run.SweepExperiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Scenarios that were stored are read back by the command line, key by key. */
class ScenarioArgumentsTest {
  private static final Path SAMPLES = Path.of("../bench-core/src/test/resources/stored-results");

  /** Keys of scenarios that are written as several options, or follow from others. */
  private static final Set<String> READ_OTHERWISE =
      Set.of(
          "target",
          "workload",
          "workloadVersion",
          "from",
          "to",
          "tolerance",
          "ofRate",
          "parameters",
          "driverProperties",
          "fault",
          "topology",
          "replicas",
          "semiSync",
          "promotionDelayMillis",
          "trigger",
          "statements",
          "connections",
          "endpoints",
          "loop",
          "terminals",
          "threadsFrom",
          "seed",
          "mostWorkers",
          "retryDeadlineMillis",
          "retriesAllDown",
          "evictReadOnly",
          "allowPoolSuspension");

  /** Without those of the user's own SQL, whose files are not here. */
  static Stream<String> samples() throws IOException {
    try (Stream<Path> folders = Files.list(SAMPLES)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> !name.startsWith("jmh") && !name.equals("run-kinds"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aStoredScenarioIsReadBack(String sample) {
    Result stored = new RunStore(SAMPLES).read(SAMPLES.resolve(sample).toString()).result();
    JsonNode scenario = ResultJson.tree(stored).get("scenario");
    List<String> words = ScenarioArguments.of(stored);
    ObjectNode again = (ObjectNode) ResultJson.tree(Planned.of(words).scenario());
    again.retain(scenario.properties().stream().map(Map.Entry::getKey).toList());
    assertThat(withoutChance(again))
        .as(ScenarioArguments.shell(words))
        .isEqualTo(withoutChance(scenario));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run oltp_read_write --threads=1,3 --rate=100.5 --arrivals=uniform --events=9 --consume=all"
            + " --mysql-ignore-errors=none --driver-property=tcpNoDelay=true --parity=none"
            + " --server-option=innodb_buffer_pool_size=1G --server-option=sync_binlog=1",
        "run oltp_point_select --url=jdbc:mariadb://a/d --url=jdbc:mariadb://b/d --threads=2",
        "run oltp_point_select --threads=8 --pool-size=3",
        "run oltp_point_select --no-server-series",
        "run oltp_point_select --sample-command=uptime --sample-every=90s",
        "run statistics --while=oltp_insert --while-threads=2 --while-table-size=77 --pool=none"
            + " --threads=5 --form=pieces --cold=off --verify=off --secondary=on",
        "run local_storage --warmup=0 --time=90s --percentile=99.5",
        "alter --change=all --algorithm=copy --lock=shared --while=none --lock-wait-timeout=3s",
        "failover --fault=switchover --kill-sessions --ha=dns --settings=tuned --semi-sync"
            + " --max-write-outage=2s --write-time=45ms --one-pool --retry=once"
            + " --server-option=sync_binlog=1",
        "failover --url=jdbc:mariadb:sequential://a,b/d --trigger=manual --node=a --node=b:3307"
            + " --read-url=jdbc:mariadb://r/d --trigger-timeout=2m --repeat=3",
        "failover --ha=sequential --read-ha=loadbalance --replicas=1",
        "failover --driver=mysql:9.7.0 --ha=failover --driver-property=failOverReadOnly=false"
            + " --pool-keepalive=30s --exception-override=read-only --connect-timeout=2s",
        "failover --driver=aws:4.3.0 --driver-with=mysql:9.7.0 --exception-override=failed-over",
        "failover --pool=none --fault=hang",
        "run oltp_read_only --topology=replication --nodes=4 --semi-sync --threads=4",
        "run oltp_insert --replicas=1 --write-to=node1 --threads=2",
        "run oltp_insert --threads=1,2 --fail-if=p99>20ms --fail-if=tps<500",
        "run oltp_insert --threads=2..64 --limit=p99=20ms --time=30",
        "run oltp_insert --rate=100..5000 --threads=8 --limit=p99=20ms --time=30",
        "run oltp_insert --threads=4 --stage=30s:100/s --stage=60s:100..500.5/s --arrivals=uniform",
        "run oltp_insert --stage=30s:1..16 --stage=0.5s:8",
        "failover --exception-override=none --settings=tuned",
        "failover --fault=switchover --hold=pool",
        "balance --driver=mariadb:2.7.15 --ha=replication --denied-list-timeout=2s",
        "balance --driver=mysql:9.7.0 --ha=replication --nodes=4 --max-lifetime=30s",
        "balance --driver=aws:4.3.0 --driver-with=mysql:9.7.0 --ha=replication --time=9",
        "balance --lose-node=off --read-time=5ms --transaction-replay --max-lifetime=31s",
        "catch-up --backlog=5s --settings= --settings=slave_parallel_threads=4 --tables=2"
            + " --server-option=sync_binlog=1 --rounds=5",
        "catch-up --during-load --give-up=90s --workload=oltp_insert --threads=3",
        "catch-up --url=jdbc:mariadb://a/d --replica=jdbc:mariadb://b/d"
            + " --stop-command=CALL(x) --start-command=CALL(y)",
      })
  void whatIsWantedIsReadBack(String words) {
    Planned first = Planned.of(List.of(words.split(" ")));
    JsonNode scenario = ResultJson.tree(first.scenario());
    List<String> again = ScenarioArguments.of(first.kind(), scenario);
    assertThat(withoutChance(ResultJson.tree(Planned.of(again).scenario())))
        .as(ScenarioArguments.shell(again))
        .isEqualTo(withoutChance(scenario));
    assertThat(keys(first.scenario().getClass()))
        .filteredOn(key -> !ScenarioArguments.OPTIONS.containsKey(key))
        .as("keys without an option of the same value")
        .isSubsetOf(READ_OTHERWISE);
  }

  /** The keys of a scenario, those of its parts included. */
  private static Stream<String> keys(Class<?> scenario) {
    return Arrays.stream(scenario.getRecordComponents())
        .flatMap(
            part -> part.getType().isRecord() ? keys(part.getType()) : Stream.of(part.getName()));
  }

  @Test
  void passwordsAreNeitherStoredNorPrinted() {
    Planned planned =
        Planned.of(
            List.of(
                ("failover --url=jdbc:mariadb://a,b/d?password=geheim --trigger=geheim"
                        + " --read-url=jdbc:mariadb://r/d?password=geheim")
                    .split(" ")));
    JsonNode scenario = ResultJson.tree(planned.scenario());
    assertThat(scenario.toString()).doesNotContain("geheim");
    assertThat(ScenarioArguments.of("failover", scenario)).contains("--trigger=<your command>");
  }

  @Test
  void aStorageEngineThatTheOptionDoesNotTakeIsLeftOut() {
    JsonNode scenario =
        ResultJson.tree(Planned.of(List.of("run", "oltp_read_write", "--threads=2")).scenario());
    ObjectNode parameters = (ObjectNode) scenario.get("parameters");
    for (String engine : List.of("spider", "innodb, myisam", "")) {
      parameters.put("mysql-storage-engine", engine);
      List<String> words = ScenarioArguments.of("run", scenario);
      assertThat(words).noneMatch(word -> word.startsWith("--mysql-storage-engine"));
      assertThat(Planned.of(words).kind()).isEqualTo("run");
    }
    parameters.put("mysql-storage-engine", "myisam");
    assertThat(ScenarioArguments.of("run", scenario)).contains("--mysql-storage-engine=myisam");
  }

  @Test
  void aShellReadsTheWordsAsTheyAre() {
    assertThat(ScenarioArguments.shell(List.of("run", "--url=a?b&c", "it's")))
        .isEqualTo("run '--url=a?b&c' 'it'\\''s'");
  }

  /**
   * Every run draws a seed of its own, unless one is given. The parameter "rows" has been renamed.
   */
  private static JsonNode withoutChance(JsonNode scenario) {
    if (scenario.path("parameters").has("rows")) {
      ObjectNode parameters = (ObjectNode) scenario.get("parameters");
      parameters.set("table-size", parameters.remove("rows"));
    }
    // Of older results: an option of the topology since.
    ((ObjectNode) scenario).remove("semiSync");
    scenario.findParents("seed").forEach(parent -> ((ObjectNode) parent).remove("seed"));
    return scenario;
  }

  /** What a command line measures. */
  private record Planned(String kind, Record scenario) {
    static Planned of(List<String> words) {
      CommandLine all = InProcess.commands(words.get(0)::equals);
      ParseResult command =
          all.parseArgs(Arguments.normalised(words.toArray(String[]::new), Arguments.flags(all)))
              .subcommand();
      Object wanted = command.commandSpec().userObject();
      Record scenario = scenario(wanted);
      boolean statements = ResultJson.tree(scenario).has("connections");
      return new Planned(statements ? "statements" : command.commandSpec().name(), scenario);
    }

    private static Record scenario(Object command) {
      if (command instanceof FailoverCommand failover) {
        return failover.experiment().scenario();
      }
      if (command instanceof BalanceCommand balance) {
        return balance.experiment().scenario();
      }
      if (command instanceof CatchUpCommand catchUp) {
        return catchUp.experiment().order().scenario();
      }
      if (command instanceof AlterCommand alter) {
        return alter.order().scenario();
      }
      RunCommand run = (RunCommand) command;
      return run.timing()
          .<Record>map(timing -> timing.order(run.workloadOptions).scenario())
          .orElseGet(() -> load(run));
    }

    private static Record load(RunCommand run) {
      DriverWish wish = run.driver.wish(run::given);
      Job wanted = DriverChoice.recorded(run.wanted(wish), wish, wish.parity());
      List<Integer> steps = run.job.steps();
      Search search = run.job.search(run.load).orElse(null);
      if (search == null && steps.size() == 1) {
        return wanted.scenario();
      }
      return SweepExperiment.scenario(
          search == null ? SweepExperiment.steps(wanted, steps) : search.ends(wanted), search);
    }
  }
}
