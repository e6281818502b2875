package io.github.bmt4j.failover.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.failover.figures.Story.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Repetitions as lanes of text, with what is expected of them; outages.txt says how. */
final class OutageCases {
  private OutageCases() {}

  /** The cases of a file, each with its title in the first line. */
  static Stream<String> of(String file) throws IOException {
    String text = Files.readString(Path.of("src", "test", "resources", file));
    return Arrays.stream(text.split("\n\n", -1)).skip(1);
  }

  /** Checks every expectation of a case. */
  static void check(String lines) {
    Repetition repetition = story(lines).repetition();
    lines.lines().skip(1).forEach(line -> check(repetition, line));
    List<String> reasons =
        lines.lines().filter(line -> line.startsWith("- ")).map(line -> line.substring(2)).toList();
    if (!reasons.isEmpty()) {
      assertThat(repetition.verdict().texts()).isEqualTo(reasons);
    }
  }

  private static void check(Repetition repetition, String line) {
    String[] words = line.split(" ", -1);
    String rest = line.substring(words[0].length()).strip();
    switch (words[0]) {
      case "=" -> {
        for (int i = 1; i < words.length; i += 2) {
          check(words[i], words[i + 1], Sums.values(repetition.figures()).get(words[i]));
        }
      }
      case "+" -> assertThat(repetition.notes()).contains(rest);
      case "!" -> assertThat(repetition.notes()).noneMatch(note -> note.contains(rest));
      case ">" -> assertThat(sentence(repetition)).contains(rest);
      case "valid" -> assertThat(repetition.verdict().texts()).isEmpty();
      case "unrecovered" ->
          assertThat(String.join(" ", repetition.figures().unrecovered()))
              .isEqualTo(rest.replace("-", ""));
      default -> {}
    }
  }

  private static void check(String name, String expected, @Nullable Double value) {
    String[] range = expected.split("\\.\\.", -1);
    if (range.length == 2) {
      assertThat(value)
          .as(name)
          .isBetween(Double.parseDouble(range[0]), Double.parseDouble(range[1]));
    } else {
      assertThat(value).as(name).isEqualTo(expected.equals("-") ? null : Double.valueOf(expected));
    }
  }

  static String sentence(Repetition repetition) {
    return Headline.of(Summary.block(List.of(repetition), Set.of())).sentence();
  }

  /** The repetition of a case, or of lanes below a first line. */
  static Story story(String lines) {
    Story story = new Story();
    lines.lines().skip(1).map(line -> line.split(" ", -1)).forEach(words -> add(story, words));
    return story;
  }

  private static void add(Story story, String[] words) {
    switch (words[0]) {
      case "promotes" -> {
        if (words[1].equals("none")) {
          story.newPrimary = null;
        } else {
          story.promotes(words[1], Double.parseDouble(words[2]));
        }
      }
      case "trigger" -> {
        story.timeline.clear();
        story.event(0, TimelineEvent.Kind.FAULT, "1", "fault");
        story.event(Double.parseDouble(words[1]), TimelineEvent.Kind.TRIGGERED, "", "ended");
      }
      case "note", "healed", "returned", "promoted" ->
          story.event(
              Double.parseDouble(words[1]),
              TimelineEvent.Kind.valueOf(words[0].toUpperCase(Locale.ROOT)),
              words.length > 2 ? "node" + words[2] : "",
              "");
      case "end" -> story.end = Double.parseDouble(words[1]);
      case "rate" -> story.rate(ProbeKind.WRITER, Double.parseDouble(words[1]));
      case "=", "+", "-", "!", ">", "valid", "unrecovered" -> {}
      case "drop", "pause" ->
          span(story, words[0], words[words.length - 2], words[words.length - 1]);
      default -> {
        story.rates.putIfAbsent(probe(words[0]), words[0].equals("connects") ? 10.0 : 200.0);
        for (int i = 1; i < words.length; i += 2) {
          span(story, words[0], words[i], words[i + 1]);
        }
      }
    }
  }

  private static ProbeKind probe(String lane) {
    return lane.equals("reads")
        ? ProbeKind.READER
        : lane.equals("connects") ? ProbeKind.CONNECTOR : ProbeKind.WRITER;
  }

  private static void span(Story story, String lane, String what, String time) {
    boolean single = !time.contains("..");
    int between = single ? time.indexOf('-', 1) : time.indexOf("..");
    String first = time.substring(0, between);
    String last = time.substring(between + (single ? 1 : 2));
    double from = first.isEmpty() ? Story.BEGIN : Double.parseDouble(first);
    double to = last.isEmpty() ? 30_000 : Double.parseDouble(last);
    switch (lane) {
      case "drop" ->
          story.operations.removeIf(
              one ->
                  one.probe() == ProbeKind.WRITER
                      && one.intendedNanos() >= Story.ns(from)
                      && one.intendedNanos() < Story.ns(to));
      case "pause" -> story.pause(Pause.Kind.valueOf(what.toUpperCase(Locale.ROOT)), from, to);
      case "writes", "reads", "connects" -> {
        switch (what) {
          case "hang" -> story.hang(from, to, to);
          case "fail" -> story.fail(probe(lane), from, to, 1927);
          case "fail1146" -> story.fail(probe(lane), from, to, 1146);
          default -> story.ok(probe(lane), from, to, what);
        }
      }
      default -> {
        Look found = what.equals("P") ? Look.PRIMARY : what.equals("R") ? Look.REPLICA : Look.DOWN;
        String server = lane.substring("node".length());
        if (single) {
          story.look(lane, server, from, to, found);
        } else {
          story.looks(lane, server, from, to, found);
        }
      }
    }
  }
}
