package io.github.bmt4j.failover.report;

import io.github.bmt4j.failover.figures.FailoverFigures.Writes;
import io.github.bmt4j.failover.figures.Interrupted;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Repetition.Moment;
import io.github.bmt4j.report.Timeline;
import io.github.bmt4j.report.Timeline.Lane;
import io.github.bmt4j.report.Timeline.Mark;
import io.github.bmt4j.report.Timeline.Span;
import io.github.bmt4j.report.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Timeline of a repetition: when application and servers worked, and when not. */
final class FailoverTimeline {
  private static final String TAKEN = "application's writes end OK";

  /** Writes of a server that are farther apart, in shares of the axis, are drawn apart. */
  private static final double APART = 0.005;

  /** Largest number of missing arrivals between two writes that are drawn as one. */
  private static final int MISSING = 5;

  private FailoverTimeline() {}

  /**
   * The timeline of a repetition.
   *
   * @param writes end times of successful writes, in ms since the fault, by server; with two
   *     servers or more, each has a lane
   */
  static Timeline of(Repetition repetition, Map<String, List<Double>> writes) {
    List<Moment> moments = repetition.timeline();
    double first = moments.stream().mapToDouble(Moment::atMs).min().orElse(0);
    double last = moments.stream().mapToDouble(Moment::atMs).max().orElse(0);
    boolean few = !repetition.figures().haveWritesRecovered();
    boolean open = few || Stream.of(Interrupted.values()).anyMatch(one -> isOpen(one, moments));
    double end = open ? Math.max(last, repetition.figures().windowMs()) : last;
    double margin = Math.max(1, (end - first) / 20);
    double from = first - margin;
    double to = end + (open ? 0 : margin);
    Writes figures = repetition.figures().writes();
    double most =
        Math.max(APART * (to - from), figures == null ? 0 : MISSING * figures.resolutionMs());
    Set<String> servers = servers(moments, writes);
    Stream<Lane> taken =
        servers.stream()
            .filter(server -> servers.size() > 1)
            .map(
                server ->
                    new Lane(
                        "writes on " + server,
                        taken(writes.getOrDefault(server, List.of()), from, to, most)));
    return new Timeline(
        "timeline of #" + repetition.number() + (repetition.valid() ? "" : ", INVALID"),
        from,
        to,
        "fault",
        Stream.concat(
                Stream.of(Interrupted.values())
                    .map(one -> lane(one, moments, from, to))
                    .flatMap(Optional::stream)
                    .map(
                        lane ->
                            few && lane.label().equals(Interrupted.WRITES.words())
                                ? unsteady(lane)
                                : lane),
                taken)
            .toList(),
        moments.stream()
            .map(
                one ->
                    new Mark(
                        one.atMs(), one.what().word(), (one.node() + " " + one.text()).strip()))
            .toList());
  }

  /** The servers that answered, and the servers of the timeline, if both use the same names. */
  private static Set<String> servers(List<Moment> moments, Map<String, List<Double>> writes) {
    Set<String> servers = new TreeSet<>(writes.keySet());
    Set<String> named =
        moments.stream()
            .map(Moment::node)
            .filter(node -> !node.isEmpty())
            .collect(Collectors.toSet());
    if (named.stream().anyMatch(servers::contains)) {
      servers.addAll(named);
    }
    return servers;
  }

  private static boolean isOpen(Interrupted what, List<Moment> moments) {
    boolean out = false;
    for (Moment moment : moments) {
      out = moment.what() == what.begin() || (out && moment.what() != what.end());
    }
    return out;
  }

  private static Optional<Lane> lane(
      Interrupted what, List<Moment> moments, double from, double to) {
    List<Span> spans = new ArrayList<>();
    double since = from;
    boolean out = false;
    for (Moment moment : moments) {
      if (moment.what() == (out ? what.end() : what.begin())) {
        spans.add(span(out, since, moment.atMs(), false));
        since = moment.atMs();
        out = !out;
      }
    }
    boolean any = out || !spans.isEmpty();
    spans.add(span(out, since, to, out));
    return any ? Optional.of(new Lane(what.words(), spans)) : Optional.empty();
  }

  private static Lane unsteady(Lane lane) {
    List<Span> spans = new ArrayList<>(lane.spans());
    Span last = spans.remove(spans.size() - 1);
    spans.add(
        last.open()
            ? last
            : new Span("not recovered for good", last.from(), last.to(), Tone.WARN, true));
    return new Lane(lane.label(), spans);
  }

  private static List<Span> taken(List<Double> ends, double from, double to, double apart) {
    List<Span> spans = new ArrayList<>();
    double begin = Double.NaN;
    double last = Double.NaN;
    for (double end : ends.stream().filter(at -> at >= from && at <= to).sorted().toList()) {
      if (end - last > apart) {
        spans.add(new Span(TAKEN, begin, last, Tone.PLAIN, false));
      }
      begin = end - last <= apart ? begin : end;
      last = end;
    }
    if (!Double.isNaN(last)) {
      spans.add(new Span(TAKEN, begin, last, Tone.PLAIN, false));
    }
    return spans;
  }

  private static Span span(boolean out, double from, double to, boolean open) {
    return new Span(out ? "out" : "served", from, to, out ? Tone.BAD : Tone.GOOD, open);
  }
}
