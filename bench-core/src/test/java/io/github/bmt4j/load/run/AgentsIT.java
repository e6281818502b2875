package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.os.QuickJvm;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of several processes on a real server. */
class AgentsIT {
  private static final String COMMITS =
      "SELECT variable_value FROM information_schema.global_status WHERE variable_name ="
          + " 'Com_commit'";

  @AutoClose private static Server lab;

  @TempDir Path runs;

  private final LoadWatch heard = new LoadWatch();

  @BeforeAll
  static void start() throws Exception {
    lab = SharedServers.use(ItServers.embedded());
  }

  @Test
  void theFiguresAreThoseOfAllAgentsAndOfTheServer() throws Exception {
    Job job = by(List.of("local:3"), ShortJob.pausing(7, 2), scenario -> {});
    RunResult run = run(job);

    RunResult.ServerCounts server = Objects.requireNonNull(run.server());
    assertThat(server.counters()).containsEntry("Com_commit", run.totals().transactions());
    assertThat(server.statements()).isEqualTo(server.counted());
    List<AgentFigures> agents = Objects.requireNonNull(run.agents());
    assertThat(agents)
        .extracting(AgentFigures::name)
        .containsExactly("local:1", "local:2", "local:3");
    assertThat(agents).extracting(AgentFigures::threads).containsExactly(3L, 2L, 2L);
    assertThat(agents.stream().mapToLong(AgentFigures::transactions).sum())
        .isEqualTo(run.totals().transactions());
    assertThat(run.intervals().stream().mapToLong(IntervalResult::transactions).sum())
        .isEqualTo(run.totals().transactions());
    assertThat(agents).allSatisfy(one -> assertThat(one.rates()).hasSameSizeAs(run.intervals()));
    for (int i = 0; i < run.intervals().size(); i++) {
      int interval = i;
      assertThat(agents.stream().mapToDouble(one -> one.rates().get(interval)).sum())
          .isCloseTo(run.intervals().get(interval).tps(), within(0.2));
    }
    assertThat(run.latency().response().max())
        .isEqualTo(agents.stream().mapToDouble(one -> one.response().max()).max().orElseThrow());
    // One machine has one clock.
    assertThat(agents)
        .allSatisfy(
            one -> assertThat(Math.abs(one.offsetMs())).isLessThanOrEqualTo(one.boundMs() + 0.002));
    BusyMachine.atMost(run.verdict().texts(), "%s", run.verdict());
    String stored = Files.readString(heard.folder().resolve("result.json"));
    assertThat(ResultJson.write(ResultJson.read(stored, RunResult.class)) + "\n").isEqualTo(stored);
    assertThat(AgentProcesses.all()).as("none is left").isEmpty();
  }

  /** The schedule is one, and so is its end. */
  @Test
  void theRateIsThatOfAllTogether() throws Exception {
    Job job = by(List.of("local:2"), ShortJob.of("oltp_point_select", 1000, 4, 2, 200.0), s -> {});
    RunResult run = run(job);

    // One each 5 ms of 2 s, the first 5 ms after the start.
    assertThat(run.totals().arrivals()).isEqualTo(399);
    assertThat(run.totals().transactions()).isEqualTo(399 - run.totals().unserved());
  }

  /** With 50 ms between them, the ten operations of a thread take 450 ms. */
  @ParameterizedTest
  @CsvSource({"301, , 0", "31, 50ms, 0.45"})
  void theEventsAreThoseOfAllTogether(int events, String think, double least) throws Exception {
    Job job =
        by(
            List.of("local:2"),
            ShortJob.of("oltp_point_select", 1000, 3, 10, null),
            scenario -> {
              ((ObjectNode) scenario.path("times")).put("events", events);
              ((ObjectNode) scenario.path("load")).put("think", think);
            });
    Totals totals = run(job).totals();
    assertThat(totals.transactions()).isEqualTo(events);
    assertThat(totals.elapsedSeconds()).isGreaterThan(least);
  }

  /** Its nanoseconds begin elsewhere, as on every other machine. */
  @Test
  void anAgentWhoseClockIsFiveSecondsAheadKeepsItsIntervalsAligned() throws Exception {
    RunResult run = run(besideShifted(5_000_000_000L, 0));

    AgentFigures ahead = Objects.requireNonNull(run.agents()).get(1);
    // One machine has one clock.
    assertThat(Math.abs(ahead.offsetMs() + 5000)).isLessThanOrEqualTo(ahead.boundMs() + 0.002);
    assertThat(run.totals().elapsedSeconds()).isBetween(2.0, 5.0);
    // Were they five seconds apart, each interval would have one agent only.
    List<AgentFigures> agents = Objects.requireNonNull(run.agents());
    assertThat(IntStream.range(0, run.intervals().size()))
        .anyMatch(i -> agents.stream().allMatch(agent -> agent.rates().get(i) > 0));
    BusyMachine.atMost(run.verdict().texts(), "%s", run.verdict());
  }

  /** The last one is small again: an agent's clock is set right now and then. */
  @Test
  void theLargestErrorOfAClockIsShownAndJudged() throws Exception {
    RunResult run = run(besideShifted(0, 200_000_000));

    AgentFigures fast = Objects.requireNonNull(run.agents()).get(1);
    // It gains 400 ms in the load alone.
    assertThat(fast.boundMs()).isGreaterThan(50);
    assertThat(run.verdict().texts())
        .contains(
            String.format(
                Locale.ROOT,
                "the clock of agent command:2 is known, or runs evenly, to %.0f ms only: its"
                    + " intervals are not those of the others",
                fast.boundMs()));
  }

  private static Job besideShifted(long aheadNanos, long gainedNanos) throws IOException {
    String shifted = QuickJvm.line(ShiftedAgent.class, aheadNanos + "", gainedNanos + "");
    return by(
        List.of("local:1"),
        ShortJob.pausing(2, 2),
        scenario -> agents(scenario).putArray("agentCommand").add(shifted));
  }

  /** An answer takes 180 ms: the clock is known to half of that, and the machine's delays. */
  @ParameterizedTest
  @CsvSource({"1, false", "0.25, true"})
  void aFarClockIsJudgedByTheInterval(double intervalSeconds, boolean refused) throws Exception {
    String far = QuickJvm.line(FarAgent.class, "90");
    RunResult run =
        run(
            by(
                List.of("local:1"),
                ShortJob.pausing(2, 2),
                scenario -> {
                  ((ObjectNode) scenario.path("times")).put("intervalSeconds", intervalSeconds);
                  agents(scenario).putArray("agentCommand").add(far);
                }));

    AgentFigures agent = Objects.requireNonNull(run.agents()).get(1);
    assertThat(agent.boundMs()).isBetween(90.0, 200.0);
    assertThat(Math.abs(agent.offsetMs())).isLessThanOrEqualTo(agent.boundMs());
    assertThat(run.verdict().reasons().stream().anyMatch(one -> one.code() == Code.AGENTS_DIFFER))
        .as("%s", run.verdict())
        .isEqualTo(refused);
    assertThat(agent.transactions()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-KILL", "-STOP"})
  void aLostAgentEndsTheLoadAndIsNamed(String signal) throws Exception {
    Job job = by(List.of("local:3"), ShortJob.pausing(6, 30), scenario -> {});
    long[] before = new long[1];
    heard.onBegin = () -> before[0] = commits();
    heard.onInterval =
        () -> {
          if (heard.intervals == 4) {
            AgentProcesses.signal(signal, 1);
          }
        };
    RunResult run = run(job);

    assertThat(run.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(run.verdict().texts())
        .anySatisfy(
            reason ->
                assertThat(reason)
                    .matches(
                        "agent local:\\d (has ended \\(exit code 137\\)|does not answer within 3"
                            + " s).*; it was lost \\d+\\.\\d s into the measurement, and its \\d+"
                            + " intervals are in the figures"));
    assertThat(run.verdict().texts()).noneMatch(reason -> reason.startsWith("interrupted"));
    assertThat(run.totals().elapsedSeconds()).isBetween(0.5, 15.0);
    AgentFigures lost =
        Objects.requireNonNull(run.agents()).stream()
            .filter(one -> one.client() == null)
            .findFirst()
            .orElseThrow();
    assertThat(lost.transactions()).isPositive();
    // What it did after its last interval is not in the figures, and can be no more than that.
    assertThat(commits() - before[0]).isGreaterThanOrEqualTo(run.totals().transactions());
    assertThat(AgentProcesses.all()).as("none is left").isEmpty();
    awaitNoLoad();
  }

  /** As it does when it has not heard of its controller, which may have stood still itself. */
  @Test
  void anAgentThatEndsItsLoadEarlySpoilsTheRun() throws Exception {
    Path now = runs.resolve("now");
    Path program =
        Files.writeString(
            runs.resolve("agent.sh"),
            "{ (until [ -e "
                + now
                + " ]; do sleep 0.1; done; echo 999999 stop) & cat; } <&0 | "
                + QuickJvm.line(AgentMain.class));
    heard.onInterval =
        () -> {
          if (heard.intervals == 4) {
            touch(now);
          }
        };
    RunResult run =
        run(
            by(
                List.of("local:1"),
                ShortJob.pausing(2, 30),
                s -> agents(s).putArray("agentCommand").add("sh " + program)));

    assertThat(run.verdict().texts())
        .contains("agent command:2 ended its load early: it had not heard of this process for 5 s");
    assertThat(run.totals().elapsedSeconds()).isBetween(0.5, 15.0);
    assertThat(Objects.requireNonNull(run.agents()).stream().mapToDouble(AgentFigures::tps).sum())
        .as("the agents' rates add up")
        .isCloseTo(Objects.requireNonNull(run.throughput().tps()), within(0.2));
  }

  @Test
  void agentsThatAreTooManyOrOfAnotherBuildAreRefusedBeforeAServerIsTouched() throws Exception {
    String tables =
        "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()";
    Queries.execute(lab.target(), "DROP TABLE IF EXISTS sbtest1");
    String there = Queries.one(lab.target(), tables);

    assertThatThrownBy(() -> run(by(List.of("local:3"), ShortJob.of(2, 1), s -> {})))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--threads=2: give at least 3, so that each of the 3 agents has one");
    assertThatThrownBy(
            () ->
                run(
                    by(
                        List.of(),
                        ShortJob.of(2, 1),
                        s -> agents(s).putArray("agentCommand").add("false"))))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("agent command:1 has ended");
    assertThat(Queries.one(lab.target(), tables)).isEqualTo(there);
    assertThat(AgentProcesses.all()).isEmpty();
  }

  /** Each agent has its part of them, and the server counts those of all. */
  @Test
  void connectionsBesideThoseOfTheThreadsAreThoseOfAllTogether() throws Exception {
    Job job = by(List.of("local:2"), ShortJob.pausing(2, 2), scenario -> {});
    RunScenario beside =
        Made.like(job.scenario()).set("connections", new ConnectionScenario(31, 1, 40)).record();

    RunResult run = run(new Job(job.workload(), job.params(), beside));

    ConnectionFigures figures = Objects.requireNonNull(run.connections());
    assertThat(Objects.requireNonNull(figures.server()).connected()).isEqualTo(33);
    ConnectionFigures.Idle idle = Objects.requireNonNull(figures.idle());
    assertThat(idle.opened()).isEqualTo(31);
    assertThat(idle.lost()).isZero();
    assertThat(idle.pings()).isGreaterThanOrEqualTo(31);
    ConnectionFigures.Connects connects = Objects.requireNonNull(figures.connects());
    assertThat(connects.opened())
        .isBetween(40L, 130L)
        .isEqualTo(connects.arrivals() - connects.unserved());
    assertThat(Objects.requireNonNull(run.server()).counters())
        .containsEntry("Connections", connects.opened())
        .containsEntry("Aborted_connects", 0L);
    BusyMachine.atMost(run.verdict().texts(), "%s", run.verdict());
  }

  /** The limits of this process do not matter, because it makes no part of the load. */
  @Test
  void anAgentThatCannotOpenItsPartIsRefusedByNameBeforeTablesAreMade() throws Exception {
    String agent = QuickJvm.line(AgentMain.class);
    Path program = Files.writeString(runs.resolve("few.sh"), "ulimit -n 300; exec " + agent);
    Job job =
        by(
            List.of("local:1"),
            ShortJob.of(2, 1),
            scenario -> agents(scenario).putArray("agentCommand").add("sh " + program));
    RunScenario beside =
        Made.like(job.scenario()).set("connections", new ConnectionScenario(601, 10, 0)).record();
    Queries.execute(lab.target(), "DROP TABLE IF EXISTS sbtest1");
    assertThatThrownBy(() -> run(new Job(job.workload(), job.params(), beside)))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("agent command:2: 300 files may be open, ")
        .hasMessageContaining("ulimit -n ");
    assertThatThrownBy(() -> Queries.one(lab.target(), "SELECT 1 FROM sbtest1"))
        .isInstanceOf(SQLException.class);
    assertThat(AgentProcesses.all()).isEmpty();
  }

  private RunResult run(Job job) throws Exception {
    return heard.load(job, runs, lab.target());
  }

  /** A job that agents make. */
  private static Job by(List<String> agents, Job job, Consumer<ObjectNode> change)
      throws IOException {
    RunScenario scenario =
        Made.like(job.scenario()).set("agents", new AgentScenario(agents, List.of())).record();
    ObjectNode tree = (ObjectNode) ResultJson.tree(scenario);
    change.accept(tree);
    return new Job(
        job.workload(), job.params(), ResultJson.read(tree.toString(), RunScenario.class));
  }

  private static ObjectNode agents(ObjectNode scenario) {
    return (ObjectNode) scenario.path("agents");
  }

  private static void touch(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long commits() {
    try {
      return Long.parseLong(Queries.one(lab.target(), COMMITS));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitNoLoad() throws Exception {
    String others =
        "SELECT COUNT(*) FROM information_schema.processlist WHERE user <> 'system user' AND id <>"
            + " CONNECTION_ID()";
    long untilNanos = System.nanoTime() + 10_000_000_000L;
    while (!Queries.one(lab.target(), others).equals("0") && System.nanoTime() < untilNanos) {
      Thread.sleep(50);
    }
    assertThat(Queries.one(lab.target(), others)).isEqualTo("0");
  }

  /** The agents of this process. */
  private static final class AgentProcesses {
    private AgentProcesses() {}

    static List<ProcessHandle> all() {
      return ProcessHandle.current()
          .children()
          .filter(ProcessHandle::isAlive)
          .filter(process -> words(process).contains(AgentMain.class.getName()))
          .toList();
    }

    private static String words(ProcessHandle process) {
      try {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
      } catch (IOException e) {
        return ""; // It has ended.
      }
    }

    static void signal(String signal, int index) {
      try {
        new ProcessBuilder("kill", signal, Long.toString(all().get(index).pid())).start().waitFor();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
