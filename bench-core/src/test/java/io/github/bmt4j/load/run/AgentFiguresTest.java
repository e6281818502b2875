package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.ClientUsage;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Load.Observer;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Plan;
import io.github.bmt4j.load.ProcessorWatch.Reading;
import io.github.bmt4j.load.agent.AgentDone;
import io.github.bmt4j.load.agent.AgentException;
import io.github.bmt4j.load.agent.AgentGroup;
import io.github.bmt4j.load.agent.AgentLoad;
import io.github.bmt4j.load.agent.AgentPart;
import io.github.bmt4j.load.agent.AgentReport;
import io.github.bmt4j.load.agent.AgentSpec;
import io.github.bmt4j.load.agent.Hello;
import io.github.bmt4j.load.agent.UsedAgents;
import io.github.bmt4j.load.agent.Wire;
import io.github.bmt4j.load.run.AgentFigures.MachineReadings;
import io.github.bmt4j.preflight.ClientFacts;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of agents that report what a test wants: a shell answers in the place of each. */
@DisabledOnOs(OS.WINDOWS)
class AgentFiguresTest {
  private static final Reading USED = new Reading(30, 10, 900, 400, 3, 20, 0);
  private static final Reading USED_BY_OTHERS = new Reading(30, 10, 900, 400, 3, 9, 0);

  /** Answers with its arguments: who it is, its first report, what it measured. */
  private static final String AGENT =
      """
      while read -r number verb rest; do
        case $verb in
          hello) echo "$number ok $(echo "$1" | sed "s/\\"pid\\":0/\\"pid\\":$$/")";;
          start) echo "0 ok $2"; [ -n "$3" ] || exit 3; echo "$number ok $3";;
          *) echo "$number ok 0";;
        esac
      done
      """;

  @Test
  void operationsWithoutATimeRankAsTheSlowestOfTheirAgent() throws Exception {
    List<AgentPart> parts = load(agent("a", "m1", 0, 1_000, 0), agent("b", "m2", 0, 1_000, 60));
    List<AgentFigures> agents = AgentFigures.of(parts, 5, measured(2_000, 60));

    assertThat(agents).extracting(AgentFigures::threads).containsExactly(3L, 2L);
    assertThat(agents).extracting(AgentFigures::transactions).containsExactly(1_000L, 1_000L);
    assertThat(agents).extracting(AgentFigures::tps).containsExactly(500.0, 500.0);
    assertThat(agents).extracting(AgentFigures::lateMs).containsExactly(12.5, 12.5);
    assertThat(agents.get(0).response().p95()).isCloseTo(2, within(0.002));
    assertThat(agents.get(1).response().p90()).isCloseTo(2, within(0.002));
    assertThat(agents.get(1).response().p95()).as("60 of 1,060 have no time").isNull();
  }

  @Test
  void theTableHasAnAgentThatWasLost() throws Exception {
    List<AgentPart> parts = load(agent("a", "m1", 0, 1_000, 0), lost("b", "m2"));
    Grid table = AgentFigures.table(AgentFigures.of(parts, 5, measured(1_000, 0))).orElseThrow();

    assertThat(table.rows())
        .extracting(row -> row.subList(0, 8))
        .containsExactly(
            List.of("a", "host m1", "3", "500.0", "2.00", "2.00", "50 %", "+12.5"),
            List.of("b", "host m2", "2", "-", "-", "-", "-", "-"));
    assertThat(AgentFigures.table(null)).isEmpty();
  }

  /** Three agents on this machine, of which this process started two, and one on another. */
  @Test
  void agentsOfOneMachineAreOne() throws Exception {
    List<AgentPart> parts =
        load(
            agent("a", "m1", 0, 100, 0),
            agent("b", "m1", 0, 200, 0),
            agent("c", "m2", 0, 300, 0),
            agent("d", "m1", 1, 400, 0),
            lost("e", "m3"));
    ClientReadings controller = readings(new Reading(1, 1, 1_000, 500, 7, 5, 100));
    List<MachineReadings> machines = AgentFigures.machines(parts, 10, controller);

    assertThat(machines).extracting(MachineReadings::agents).containsExactly("a, b, d", "c");
    assertThat(machines).extracting(MachineReadings::threads).containsExactly(6L, 2L);
    assertThat(machines).extracting(MachineReadings::operations).containsExactly(700L, 300L);
    // Of 100 that the processes took that this one started, its two agents took 20 each.
    assertThat(machines.get(0).readings().processors())
        .isEqualTo(new Reading(90, 30, 1_000, 500, 7, 54, 60));
    assertThat(machines.get(1).readings().processors()).isEqualTo(USED);
    assertThat(machines).extracting(one -> one.readings().available()).containsExactly(2.0, 2.0);
  }

  /** Intervals last 1 s, of which a twentieth is noted. */
  @ParameterizedTest
  @CsvSource({
    "50, , ",
    "51, 'agents began within 51 ms, not at one moment', ",
    "1000, 'agents began within 1000 ms, not at one moment', ",
    "1100, 'agents began within 1100 ms, not at one moment', "
        + "agents began up to 1.1 s one after the other"
  })
  void agentsThatBeginApartAreNotedAndByMoreThanAnIntervalSpoilTheRun(
      long millis, @Nullable String note, @Nullable String problem) throws Exception {
    Loaded loaded =
        loaded(began("a", 7, measured(100, 0)), began("b", 7 + millis, measured(100, 0)));

    assertThat(loaded.notes()).isEqualTo(Stream.ofNullable(note).toList());
    assertThat(loaded.problems()).containsExactlyElementsOf(Stream.ofNullable(problem).toList());
    assertThat(loaded.measured().counts().of(Counter.TRANSACTIONS)).isEqualTo(200);
  }

  @Test
  void anAgentsProblemsAreThoseOfTheRun() throws Exception {
    Measurement interrupted = Made.like(measured(100, 0)).set("interrupted", true).record();
    Measurement failed =
        Made.like(measured(100, 0))
            .set("problems", List.of(Code.CLIENT_PAUSED.of("it stood still")))
            .record();

    assertThat(loaded(began("a", 7, failed)).problems()).containsExactly("agent a: it stood still");
    assertThat(loaded(began("a", 7, interrupted)).problems())
        .containsExactly("agent a ended its load early: it had not heard of this process for 5 s");
    assertThat(loaded(agent("a", "m1", 0, 100, 0), lost("b", "m2")).problems())
        .singleElement()
        .asString()
        .contains("agent b", "; it was lost 0.", " s before the measurement, and its 0 intervals");
    assertThatThrownBy(() -> loaded(lost("b", "m2")))
        .isInstanceOf(AgentException.class)
        .hasMessageContaining("agent b");
  }

  @Test
  void anAgentWhoseReportCannotBeReadIsLost() throws Exception {
    String done = Wire.text(new AgentDone(measured(100, 0), List.of(), List.of(), readings(USED)));
    AgentSpec garbled =
        new AgentSpec(
            "b",
            List.of("sh", "-c", AGENT, "b", Wire.text(hello("m2", 0)), "garbage", done),
            Map.of());

    assertThat(loaded(agent("a", "m1", 0, 100, 0), garbled).problems())
        .singleElement()
        .asString()
        .contains("agent b", "sent what is no report: ");
  }

  private static AgentSpec began(String name, long millis, Measurement measured) {
    String done = Wire.text(new AgentDone(measured, List.of(), List.of(), readings(USED)));
    return spec(name, hello("m1", 0), new AgentReport(millis * 1_000_000, null, null), done);
  }

  private record Loaded(Measurement measured, List<String> notes, List<AgentPart> parts) {
    /** All but those of clocks: a shell has none, which shows where the machine is busy. */
    List<String> problems() {
      return measured.ending().problems().stream()
          .map(Reason::text)
          .filter(text -> !text.startsWith("the clock of agent"))
          .toList();
    }
  }

  private static List<AgentPart> load(AgentSpec... agents) throws SQLException {
    return loaded(agents).parts();
  }

  private static Loaded loaded(AgentSpec... agents) throws SQLException {
    try (AgentGroup group = UsedAgents.start(List.of(agents), hello("m1", 0))) {
      AgentLoad load =
          new AgentLoad(
              group,
              new Plan(1).interval(1000).build(),
              Clock.SYSTEM,
              new StopSignal(),
              number -> "");
      Measurement measured = load.run(new Observer() {});
      return new Loaded(measured, load.notes(), load.parts());
    }
  }

  /**
   * An agent that measures a number of operations of 2 ms, and some that were never begun.
   *
   * @param pid 0 for its own, which this process started
   */
  private static AgentSpec agent(String name, String machine, long pid, long ok, long unserved) {
    AgentDone done =
        new AgentDone(
            measured(ok, unserved),
            List.of(),
            List.of(),
            readings(pid == 0 ? USED : USED_BY_OTHERS));
    return spec(name, hello(machine, pid), Wire.text(done));
  }

  /** An agent that ends as soon as it has begun. */
  private static AgentSpec lost(String name, String machine) {
    return spec(name, hello(machine, 0), "");
  }

  private static AgentSpec spec(String name, Hello hello, String done) {
    return spec(
        name, hello, new AgentReport(done.isEmpty() ? null : 12_500_000L, null, null), done);
  }

  private static AgentSpec spec(String name, Hello hello, AgentReport begun, String done) {
    return new AgentSpec(
        name, List.of("sh", "-c", AGENT, name, Wire.text(hello), Wire.text(begun), done), Map.of());
  }

  private static Hello hello(String machine, long pid) {
    return new Hello(
        "1",
        "code",
        "17",
        "host " + machine,
        machine,
        machine,
        2,
        pid,
        ClientFacts.read(Clock.SYSTEM));
  }

  private static Measurement measured(long ok, long unserved) {
    Latencies latencies = new Latencies();
    latencies.response().recordValueWithCount(2_000_000, ok);
    return Made.of(Measurement.class)
        .set("counts", Counts.from(Map.of(Counter.TRANSACTIONS, ok)))
        .set("warmup", Counts.from(Map.of()))
        .set("latencies", latencies)
        .set("elapsedNanos", 2_000_000_000L)
        .set("unserved", unserved)
        .record();
  }

  private static ClientReadings readings(Reading used) {
    return new ClientReadings(
        new ClientUsage(1_000_000_000, 0), used, 1_000_000_000, 2, 1_000, null, null, 0);
  }
}
