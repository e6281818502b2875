package io.github.bmt4j.failover;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.FailoverFigures.Moment;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.Interrupted;
import io.github.bmt4j.report.Timeline;
import io.github.bmt4j.report.Timeline.Lane;
import io.github.bmt4j.report.Timeline.Mark;
import io.github.bmt4j.report.Timeline.Span;
import io.github.bmt4j.report.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the application and the servers went through in a repetition. */
final class FailoverTimeline {
  private FailoverTimeline() {}

  static Timeline of(Repetition repetition) {
    List<Moment> moments = repetition.timeline();
    double first = moments.stream().mapToDouble(Moment::atMs).min().orElse(0);
    double last = moments.stream().mapToDouble(Moment::atMs).max().orElse(0);
    boolean open = Stream.of(Interrupted.values()).anyMatch(one -> isOpen(one, moments));
    double end = open ? Math.max(last, repetition.figures().windowMs()) : last;
    double margin = Math.max(1, (end - first) / 20);
    double from = first - margin;
    double to = end + (open ? 0 : margin);
    boolean valid = repetition.verdict().status() == Status.VALID;
    return new Timeline(
        "timeline of #" + repetition.number() + (valid ? "" : ", INVALID"),
        from,
        to,
        "fault",
        Stream.of(Interrupted.values())
            .map(one -> lane(one, moments, from, to))
            .flatMap(Optional::stream)
            .toList(),
        moments.stream()
            .map(one -> new Mark(one.atMs(), one.what(), (one.node() + " " + one.text()).strip()))
            .toList());
  }

  private static boolean isOpen(Interrupted what, List<Moment> moments) {
    boolean out = false;
    for (Moment moment : moments) {
      out = what.isLost(moment) || (out && !what.isBack(moment));
    }
    return out;
  }

  /** Absent where there was no outage. */
  private static Optional<Lane> lane(
      Interrupted what, List<Moment> moments, double from, double to) {
    List<Span> spans = new ArrayList<>();
    double since = from;
    boolean out = false;
    for (Moment moment : moments) {
      if (out ? what.isBack(moment) : what.isLost(moment)) {
        spans.add(span(out, since, moment.atMs(), false));
        since = moment.atMs();
        out = !out;
      }
    }
    boolean any = out || !spans.isEmpty();
    spans.add(span(out, since, to, out));
    return any ? Optional.of(new Lane(what.words(), spans)) : Optional.empty();
  }

  private static Span span(boolean out, double from, double to, boolean open) {
    return new Span(out ? "out" : "served", from, to, out ? Tone.BAD : Tone.GOOD, open);
  }
}
