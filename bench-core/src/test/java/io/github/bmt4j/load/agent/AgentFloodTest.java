package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.ClientUsage;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Load.Observer;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Plan;
import io.github.bmt4j.load.ProcessorWatch.Reading;
import io.github.bmt4j.preflight.ClientFacts;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** An agent that sends more than it may, together with one that does not. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class AgentFloodTest {
  private static final long SECOND = 1_000_000_000;
  private static final Hello HELLO =
      new Hello("1", "code", "17", "host", "m1", "n1", 2, 0, ClientFacts.read(Clock.SYSTEM));

  /** Answers with its arguments: who it is, and what it does when it is to begin. */
  private static final String AGENT =
      """
      report=$3
      while read -r number verb rest; do
        case $verb in
          hello) echo "$number ok $1";;
          start) eval "$2";;
          *) echo "$number ok 0";;
        esac
      done
      """;

  @Test
  void aFloodOfReportsEndsItsAgentWithOneReason() throws Exception {
    AgentReport small = new AgentReport(0L, null, null);

    assertThat(problems("while echo \"0 ok $report\"; do :; done", small))
        .singleElement()
        .asString()
        .matches(
            "agent flood sent more reports than its load has intervals; it was lost .* the"
                + " measurement, and its 0 intervals are in the figures");
  }

  /** Each is not larger than a report may be, and its interval lies in the future. */
  @Test
  void reportsThatFillTheMemoryEndTheirAgentWithOneReason() throws Exception {
    Histogram large = new Histogram(5);
    large.recordValue(Long.MAX_VALUE / 4);
    long most = Wire.MOST_BYTES - 1_000_000;
    int number = (int) (most / large.getEstimatedFootprintInBytes());
    KindMeasurement kind = new KindMeasurement("k", Counts.from(Map.of()), large);
    Interval interval =
        new Interval(
            900 * SECOND,
            901 * SECOND,
            false,
            Counts.from(Map.of()),
            new Latencies(),
            Collections.nCopies(number, kind),
            List.of(),
            new Interval.End(0, 0, 0, List.of()));

    assertThat(
            problems(
                "for i in 1 2 3; do echo \"0 ok $report\"; done",
                new AgentReport(null, interval, null)))
        .singleElement()
        .asString()
        .startsWith(
            "agent flood sent intervals that wait for other agents' and need " + Wire.TOO_MUCH);
  }

  @Test
  void anAgentMaySendAReportForEachIntervalAndSomeTogetherAfterAPause() throws Exception {
    try (AgentGroup group = UsedAgents.start(List.of(agent("a", "", "")), HELLO)) {
      AgentPart part = new AgentPart(group.agents().get(0), true);
      for (int second = 0; second < 100_000; second++) {
        assertThat(part.mayReport(second * SECOND, SECOND)).as("%s s", second).isTrue();
      }
      long now = 100_020 * SECOND;
      assertThat(IntStream.range(0, 100).filter(i -> part.mayReport(now, SECOND)).count())
          .isEqualTo(30);
    }
  }

  /** Problems of a load but for those of clocks, which the agents do not have. */
  private static List<String> problems(String beginning, AgentReport report) throws Exception {
    AgentDone done = new AgentDone(measured(), List.of(), List.of(), readings());
    List<AgentSpec> agents =
        List.of(
            agent("flood", beginning, Wire.text(report)),
            agent("honest", "sleep 1; echo \"$number ok $report\"", Wire.text(done)));
    List<String> problems = new ArrayList<>();
    try (AgentGroup group = UsedAgents.start(agents, HELLO)) {
      AgentLoad load =
          new AgentLoad(
              group,
              new Plan(1).time(3_000).interval(1_000).build(),
              Clock.SYSTEM,
              new StopSignal(),
              number -> "");
      load.run(new Observer() {}).ending().problems().stream()
          .map(Reason::text)
          .forEach(problems::add);
    }
    problems.removeIf(problem -> problem.contains("clock"));
    return problems;
  }

  private static AgentSpec agent(String name, String beginning, String report) {
    return new AgentSpec(
        name, List.of("sh", "-c", AGENT, name, Wire.text(HELLO), beginning, report), Map.of());
  }

  private static Measurement measured() {
    return Made.of(Measurement.class)
        .set("counts", Counts.from(Map.of()))
        .set("warmup", Counts.from(Map.of()))
        .set("latencies", new Latencies())
        .set("elapsedNanos", SECOND)
        .record();
  }

  private static ClientReadings readings() {
    return new ClientReadings(
        new ClientUsage(1_000_000_000, 0),
        new Reading(30, 10, 900, 400, 3, 20, 0),
        1_000_000_000,
        2,
        1_000,
        null,
        null,
        0);
  }
}
