package io.github.bmt4j.failover.watch;

import io.github.bmt4j.failover.figures.Interrupted;
import io.github.bmt4j.failover.figures.WatchFigures;
import io.github.bmt4j.failover.figures.WatchedOutage;
import io.github.bmt4j.report.Timeline;
import io.github.bmt4j.report.Timeline.Lane;
import io.github.bmt4j.report.Timeline.Mark;
import io.github.bmt4j.report.Timeline.Span;
import io.github.bmt4j.report.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The window as a strip, and each outage as in a failover. */
final class WatchTimelines {
  /** More outages have no timeline of their own. */
  static final int MOST = 50;

  private WatchTimelines() {}

  static Timeline window(WatchFigures watch) {
    return new Timeline(
        "the window",
        0,
        watch.windowMs(),
        "begin",
        lanes(watch.outages(), 0, watch.windowMs(), 0),
        watch.outages().stream()
            .map(one -> new Mark(one.atMs(), one.degraded() ? "degraded" : "outage", ""))
            .toList());
  }

  static Timeline outage(int number, WatchedOutage one) {
    double margin = Math.max(1, one.lengthMs() / 10);
    List<Mark> marks = new ArrayList<>();
    for (WatchedOutage.Span span : one.spans()) {
      marks.add(new Mark(span.fromMs() - one.atMs(), span.what().begin().word(), ""));
      marks.add(new Mark(span.toMs() - one.atMs(), span.what().end().word(), ""));
    }
    marks.sort(Comparator.comparingDouble(Mark::at));
    return new Timeline(
        "timeline of #" + number,
        -margin,
        one.lengthMs() + margin,
        "last write before it",
        lanes(List.of(one), one.atMs() - margin, one.atMs() + one.lengthMs() + margin, one.atMs()),
        marks);
  }

  /** For each service that was interrupted, when it was and when not; times less {@code zero}. */
  private static List<Lane> lanes(
      List<WatchedOutage> outages, double from, double to, double zero) {
    List<Lane> lanes = new ArrayList<>();
    for (Interrupted what : Interrupted.values()) {
      List<Span> spans = new ArrayList<>();
      double served = from;
      for (WatchedOutage.Span out :
          outages.stream()
              .flatMap(one -> one.spans().stream())
              .filter(span -> span.what() == what)
              .sorted(Comparator.comparingDouble(WatchedOutage.Span::fromMs))
              .toList()) {
        spans.add(new Span("served", served - zero, out.fromMs() - zero, Tone.GOOD, false));
        spans.add(new Span("out", out.fromMs() - zero, out.toMs() - zero, Tone.BAD, false));
        served = out.toMs();
      }
      if (!spans.isEmpty()) {
        spans.add(new Span("served", served - zero, to - zero, Tone.GOOD, false));
        lanes.add(new Lane(what.words(), spans));
      }
    }
    return lanes;
  }
}
