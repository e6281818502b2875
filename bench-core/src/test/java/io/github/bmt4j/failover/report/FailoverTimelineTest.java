package io.github.bmt4j.failover.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.SampleOperation;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Timeline;
import io.github.bmt4j.report.Timeline.Lane;
import io.github.bmt4j.report.Timeline.Span;
import io.github.bmt4j.report.Tone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which server took writes, and when, from what is stored. */
class FailoverTimelineTest {
  @TempDir Path folder;

  private final List<Operation> operations = new ArrayList<>();

  @BeforeEach
  void store() throws IOException {
    Files.writeString(folder.resolve("result.json"), ResultJson.write(SampleFailover.result()));
  }

  @Test
  void eachServerHasALaneWithTheTimesInWhichItTookWrites() {
    add(ProbeKind.WRITER, "node1", -100, -4, 5, Outcome.OK);
    add(ProbeKind.WRITER, "node2", 3_500, 3_900, 5, Outcome.FAILED);
    add(ProbeKind.WRITER, "node2", 4_001, 6_000, 5, Outcome.OK);
    add(ProbeKind.WRITER, "node1", 4_100, 4_150, 5, Outcome.OK);
    add(ProbeKind.READER, "node3", -100, 6_000, 5, Outcome.OK);
    new OperationsFile(folder).add(1, operations, 0);
    Description result = description();

    Timeline timeline =
        result.all(Timeline.class).stream()
            .filter(one -> one.title().equals("timeline of #1"))
            .findFirst()
            .orElseThrow();
    assertThat(timeline.lanes())
        .extracting(Lane::label)
        .containsExactly(
            "application writes", "writes on node1", "writes on node2", "writes on node3");
    assertThat(timeline.lanes().get(1).spans())
        .extracting(Span::from, Span::to)
        .containsExactly(tuple(-99.0, -4.0), tuple(4_101.0, 4_146.0));
    assertThat(timeline.lanes().get(2).spans())
        .extracting(Span::from, Span::to)
        .as("to the end of the axis")
        .containsExactly(tuple(4_002.0, 4_197.0));
    assertThat(timeline.lanes().get(3).spans()).isEmpty();
    assertThat(result.omitted()).isEmpty();
    assertThat(result.all(Timeline.class).get(1).lanes())
        .as("no operations of #3 are stored")
        .extracting(Lane::label)
        .containsExactly("application writes");
  }

  @Test
  void aServerThatGotNoWritesHasAnEmptyLane() {
    add(ProbeKind.WRITER, "node1", -100, -4, 5, Outcome.OK);
    new OperationsFile(folder).add(1, operations, 0);

    List<Lane> lanes = description().all(Timeline.class).get(0).lanes();
    assertThat(lanes.get(2).label()).isEqualTo("writes on node2");
    assertThat(lanes.get(2).spans()).isEmpty();
  }

  @Test
  void oneServerHasNoLane() {
    add(ProbeKind.WRITER, "a server that is no node", -100, 6_000, 5, Outcome.OK);
    new OperationsFile(folder).add(1, operations, 0);

    assertThat(description().all(Timeline.class).get(0).lanes())
        .extracting(Lane::label)
        .containsExactly("application writes");
  }

  @Test
  void writesThatCameBackButNotForGoodAreNotServedToTheEnd() {
    Repetition plain = SampleFailover.result().failover().repetitions().get(0);
    Repetition unsteady =
        new Repetition(
            1,
            plain.verdict(),
            SampleFailover.unrecovered(),
            plain.errors(),
            plain.timeline(),
            List.of());

    assertThat(FailoverTimeline.of(unsteady, Map.of()).lanes().get(0).spans())
        .extracting(Span::tone, Span::from, Span::to, Span::open)
        .endsWith(tuple(Tone.WARN, 4_001.0, 60_000.0, true));
    assertThat(FailoverTimeline.of(plain, Map.of()).lanes().get(0).spans())
        .extracting(Span::tone)
        .containsExactly(Tone.GOOD, Tone.BAD, Tone.GOOD);
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws IOException {
    Path file = folder.resolve("operations.csv.gz");
    assertThat(description().omitted())
        .containsExactly(
            file + " cannot be read: no such file: " + file + "; no timeline of each server");

    Files.writeString(file, "no archive");
    assertThat(description().omitted())
        .singleElement()
        .asString()
        .startsWith(file + " cannot be read: ");
  }

  private Description description() {
    return new RunStore(folder).read(folder.toString()).description();
  }

  /** Operations of 1 ms from a moment to another, in ms from the fault. */
  private void add(
      ProbeKind probe, String server, long from, long to, long distance, Outcome outcome) {
    for (long at = from; at < to; at += distance) {
      operations.add(
          SampleOperation.of(
              probe, operations.size(), at * 1_000_000, (at + 1) * 1_000_000, outcome, server));
    }
  }
}
