package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.Gaps.Gap;
import io.github.bmt4j.failover.figures.Repetition.Moment;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Steps at the servers and observations of the application and the observers, in order of time. */
final class TimelineRows {
  private final Evidence evidence;
  private final List<Moment> moments = new ArrayList<>();

  TimelineRows(Evidence evidence) {
    this.evidence = evidence;
    for (TimelineEvent event : evidence.timeline()) {
      add(event.atNanos(), event.kind(), event.node(), event.text());
    }
    evidence.client().operations().stream()
        .filter(
            attempt ->
                attempt.outcome() != null
                    && !attempt.ok()
                    && attempt.endNanos() >= evidence.t0Nanos())
        .min(Comparator.comparingLong(Operation::endNanos))
        .ifPresent(attempt -> add(attempt.endNanos(), Kind.FIRST_ERROR, "", Errors.words(attempt)));
  }

  void gap(Optional<Gap> outage, Interrupted what) {
    outage.ifPresent(gap -> add(gap.beginNanos(), what.begin(), "", ""));
    outage.filter(Gap::closed).ifPresent(gap -> add(gap.endNanos(), what.end(), "", ""));
  }

  void moment(OptionalLong nanos, Kind what) {
    nanos.ifPresent(at -> add(at, what, "", ""));
  }

  /** By time; what came at the same time in the order in which it was added. */
  List<Moment> sorted() {
    return moments.stream().sorted(Comparator.comparingDouble(Moment::atMs)).toList();
  }

  private void add(long nanos, Kind what, String node, String text) {
    moments.add(new Moment(Millis.of(nanos - evidence.t0Nanos()), what, node, text));
  }
}
