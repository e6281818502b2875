package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures.ClientAdded;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.Story.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server outage and the client's part of the write outage. */
@NullUnmarked
class ServerOutageTest {
  private static final Path CASES = Path.of("src", "test", "resources", "server-outages.txt");

  private static final String KILLED =
      """
      writes 1 ..0 1 4000..
      promotes 2 3001
      node1 P ..10 D 20..
      node2 R ..3000 P 3000..
      """;

  static Stream<String> cases() throws IOException {
    return Arrays.stream(Files.readString(CASES).split("\n\n")).skip(1);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void hasTheFiguresOfTheTable(String lines) {
    Repetition repetition = story(lines.lines().skip(1)).repetition();
    for (String line : lines.lines().toList()) {
      String rest = line.substring(Math.min(2, line.length()));
      if (line.startsWith("= ")) {
        String[] words = rest.split(" ");
        for (int i = 0; i < words.length; i += 2) {
          Double expected = words[i + 1].equals("-") ? null : (Double) Double.valueOf(words[i + 1]);
          assertThat(repetition.figures().values().get(words[i])).as(words[i]).isEqualTo(expected);
        }
      } else if (line.startsWith("+ ")) {
        assertThat(repetition.notes()).contains(rest);
      } else if (line.startsWith("! ")) {
        assertThat(repetition.notes()).noneMatch(note -> note.contains(rest));
      }
    }
  }

  private static Story story(Stream<String> lines) {
    Story story = new Story();
    lines.map(line -> line.split(" ")).forEach(words -> add(story, words));
    return story;
  }

  private static void add(Story story, String[] words) {
    switch (words[0]) {
      case "promotes" -> {
        if (words[1].equals("none")) {
          story.newPrimary = null;
        } else {
          story.promotes(words[1], "node" + words[1], Double.parseDouble(words[2]));
        }
      }
      case "note" -> story.event(Double.parseDouble(words[1]), TimelineEvent.Kind.NOTE, "", "");
      case "returned", "promoted" ->
          story.event(
              Double.parseDouble(words[1]),
              words[0].equals("returned")
                  ? TimelineEvent.Kind.RETURNED
                  : TimelineEvent.Kind.PROMOTED,
              "node" + words[2],
              "");
      case "=", "+", "!" -> {}
      default -> {
        for (int i = 1; i < words.length; i += 2) {
          span(story, words[0], words[i], words[i + 1]);
        }
      }
    }
  }

  private static void span(Story story, String lane, String what, String time) {
    boolean single = !time.contains("..");
    int between = single ? time.indexOf('-', 1) : time.indexOf("..");
    String first = time.substring(0, between);
    String last = time.substring(between + (single ? 1 : 2));
    double from = first.isEmpty() ? Story.BEGIN : Double.parseDouble(first);
    double to = last.isEmpty() ? 30_000 : Double.parseDouble(last);
    if (lane.equals("writes")) {
      switch (what) {
        case "hang" -> story.hang(from, to, to);
        case "fail" -> story.fail(ProbeKind.WRITER, from, to, 1927);
        default -> story.ok(ProbeKind.WRITER, from, to, what);
      }
      return;
    }
    Look found = what.equals("P") ? Look.PRIMARY : what.equals("R") ? Look.REPLICA : Look.DOWN;
    String server = lane.substring("node".length());
    if (single) {
      story.look(lane, server, from, to, found);
    } else {
      story.looks(lane, server, from, to, found);
    }
  }

  @Test
  void boundsThatBeginWithNothingAndAreWideHaveNoMiddle() {
    assertThat(new ClientAdded(0, 474).middleMs(2_494)).isNull();
    assertThat(new ClientAdded(0, 90).middleMs(2_494)).isEqualTo(45.0);
    assertThat(new ClientAdded(100, 500).middleMs(2_494)).isEqualTo(300.0);
    assertThat(new ClientAdded(100, 700).middleMs(2_494)).isNull();
  }

  @Test
  void theClientsPartIsALowerBoundWhileWritesHaveNotRecoveredForGood() {
    Story story = story(KILLED.lines());
    story.fail(ProbeKind.WRITER, 29_000, 30_000, 1927);
    story.operations.removeIf(write -> write.ok() && write.intendedNanos() >= Story.ns(29_000));

    assertThat(story.figures().clientAdded()).isNull();
    assertThat(story.figures().clientAddedOutageMs()).isNull();
    assertThat(story.figures().clientAddedOutageAtLeastMs()).isGreaterThanOrEqualTo(1005.0);
  }

  @Test
  void theFirstWritablePollFromTheFaultOnShowsSinceWhenAServerIsPrimary() {
    Evidence evidence = story(KILLED.lines()).evidence();

    assertThat(Evidence.firstWritable(evidence.observations(), "2", Story.T0))
        .isEqualTo(Story.ns(3001));
    assertThat(Evidence.firstWritable(evidence.observations(), "1", Story.T0))
        .isEqualTo(Story.ns(1));
    assertThat(Evidence.firstWritable(evidence.observations(), "3", Story.T0)).isNull();
  }

  @Test
  void theRealShareLiesBetweenTheBoundsWhateverThePhaseOfThePolls() {
    for (double phase = 0; phase < 20; phase += 1.5) {
      Story story = Story.outage(0, 500);
      for (double at = Story.BEGIN + phase; at < 30_000; at += 20) {
        // The server is out from 0 to 300 ms: 205 ms less 4 before are the client's.
        story.look("node1", "1", at, at, at >= 0 && at < 300 ? Look.DOWN : Look.PRIMARY);
      }
      ClientAdded added = story.figures().clientAdded();

      assertThat(added.fromMs()).isLessThanOrEqualTo(505.0 - 300);
      assertThat(added.toMs()).isGreaterThanOrEqualTo(505.0 - 300);
      assertThat(added.toMs() - added.fromMs()).isLessThanOrEqualTo(40.0);
    }
  }

  @Test
  void aHeadlineSaysThatNoWriteFailed() throws IOException {
    for (String lines :
        cases().filter(one -> one.contains(" Galera") || one.contains("alone")).toList()) {
      String sentence =
          Headline.of(Summary.block(List.of(story(lines.lines().skip(1)).repetition()), Set.of()))
              .sentence();
      assertThat(sentence.contains("without a single error")).isEqualTo(lines.contains("hang"));
    }
  }
}
