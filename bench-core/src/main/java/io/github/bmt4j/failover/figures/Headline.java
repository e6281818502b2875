package io.github.bmt4j.failover.figures;

import static io.github.bmt4j.failover.figures.FailoverFigures.DEGRADED;
import static io.github.bmt4j.failover.figures.FailoverFigures.WRITE_OUTAGE;
import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.failover.figures.FailoverFigures.OtherStalls;
import io.github.bmt4j.failover.figures.Summary.Block;
import io.github.bmt4j.failover.figures.Summary.Spread;
import io.github.bmt4j.report.Bar;
import io.github.bmt4j.report.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a failover.
 *
 * @param sentence outcome of the writes and their losses; without a full stop
 * @param tone BAD if writes were lost or a service did not come back, GOOD without a write outage
 * @param bar parts of the write outage of the typical repetition; no segments if unknown
 * @param typical number of the repetition whose write outage is nearest to the median; absent if
 *     none has figures
 */
public record Headline(String sentence, Tone tone, Bar bar, @Nullable Integer typical) {
  /** Other stalls are named from this share of the write outage on. */
  private static final double OTHERS_SHARE = 0.2;

  public static Headline of(Block block) {
    List<Repetition> valid = block.repetitions().stream().filter(Repetition::valid).toList();
    boolean doubtful = valid.isEmpty();
    if (doubtful) {
      // An INVALID observation is reported all the same, marked as doubtful.
      valid = block.repetitions().stream().filter(one -> one.figures().windowMs() > 0).toList();
    }
    if (valid.isEmpty()) {
      return new Headline(
          "No repetition can be used", Tone.BAD, new Bar("write outage", List.of()), null);
    }
    Repetition typical = typical(block).orElseThrow();
    List<FailoverFigures> figures = valid.stream().map(Repetition::figures).toList();
    boolean bad =
        figures.stream()
            .anyMatch(one -> isUnrecovered(one) || !Objects.equals(one.lostWrites(), 0L));
    boolean none = figures.stream().allMatch(one -> one.lostWriteMs() == 0);
    return new Headline(
        writes(block, valid, typical) + (doubtful ? doubt(figures) : "") + "; " + lost(figures),
        bad ? Tone.BAD : none ? Tone.GOOD : Tone.PLAIN,
        bar(typical.figures()),
        typical.number());
  }

  private static String doubt(List<FailoverFigures> figures) {
    double delays =
        figures.stream()
            .map(FailoverFigures::writes)
            .filter(one -> one != null && one.bmtDelaysMs() != null)
            .mapToDouble(one -> Objects.requireNonNull(one.bmtDelaysMs()))
            .max()
            .orElse(0);
    return delays == 0 ? "" : words(" (bmt's own delays explain at most %s of it)", time(delays));
  }

  /**
   * The VALID repetition whose write outage is nearest to the median; without outages, the first.
   */
  public static Optional<Repetition> typical(Block block) {
    Spread spread = block.spread(WRITE_OUTAGE);
    double median = spread == null ? 0 : spread.median();
    return block.repetitions().stream()
        .min(
            Comparator.comparing((Repetition one) -> one.verdict().status())
                .thenComparingDouble(one -> Math.abs(WRITE_OUTAGE.orZero(one.figures()) - median)));
  }

  private static boolean isUnrecovered(FailoverFigures figures) {
    return !figures.unrecovered().isEmpty();
  }

  private static String writes(Block block, List<Repetition> valid, Repetition typical) {
    List<Repetition> never =
        valid.stream().filter(one -> !one.figures().haveWritesRecovered()).toList();
    if (!never.isEmpty()) {
      boolean early = never.get(0).endedEarly() != null;
      return (early
              ? "Writes were still out when the observation ended early, after "
              : "Writes had not recovered after ")
          + time(never.get(0).figures().windowMs())
          + of(never.size(), valid.size());
    }
    String stopped = stopped(block, valid, typical);
    long others = valid.stream().map(Repetition::figures).filter(Headline::isUnrecovered).count();
    return others == 0
        ? stopped
        : words(
            "%s; %s had not recovered%s",
            stopped,
            String.join(
                " and ",
                valid.stream()
                    .flatMap(one -> one.figures().unrecovered().stream())
                    .distinct()
                    .toList()),
            of((int) others, valid.size()));
  }

  private static String of(int some, int all) {
    return all == 1 ? "" : words(" in %d of %d repetitions", some, all);
  }

  private static String stopped(Block block, List<Repetition> valid, Repetition typical) {
    OtherStalls others = typical.figures().otherStalls();
    double typicalMs = WRITE_OUTAGE.orZero(typical.figures());
    String when = hasMoved(typical) ? " when the primary changed" : "";
    double longest = longest(valid, WRITE_OUTAGE);
    FailoverFigures worst =
        valid.stream()
            .map(Repetition::figures)
            .max(Comparator.comparingDouble(FailoverFigures::lostWriteMs))
            .orElseThrow();
    if (typical.figures().degradedIsLonger() || worst.degradedIsLonger()) {
      return "Fewer than 90 % of the writes succeeded for "
          + median(block, DEGRADED, valid)
          + when
          + (longest == 0 ? "" : "; they stopped for up to " + time(longest));
    }
    if (valid.stream().allMatch(one -> WRITE_OUTAGE.of(one.figures()) == null)) {
      return "No write outage was seen" + when;
    }
    return "Writes stopped for "
        + median(block, WRITE_OUTAGE, valid)
        + (figures(valid).allMatch(Headline::isSilent) ? " without a single error" : "")
        + when
        // Of several repetitions, the bar shows the parts of the typical one.
        + (valid.size() == 1 ? parts(typical) : "")
        + (others != null && others.sumMs() > OTHERS_SHARE * typicalMs
            ? words(
                "; they stopped %s more, for %s",
                counted(others.number(), "time"), time(others.sumMs()))
            : "");
  }

  private static Stream<FailoverFigures> figures(List<Repetition> repetitions) {
    return repetitions.stream().map(Repetition::figures);
  }

  /** Returns true if writes stalled without an error: an error count does not show that. */
  private static boolean isSilent(FailoverFigures figures) {
    Double outage = figures.writeOutageMs();
    OtherStalls others = figures.otherStalls();
    Double silent = figures.writes() == null ? null : figures.writes().stalls().withoutErrorMs();
    return outage != null
        && silent != null
        && silent >= outage + (others == null ? 0 : others.sumMs()) - 1;
  }

  /** The median of a figure; of several repetitions, also their number and the worst value. */
  private static String median(
      Block block, Metric<FailoverFigures> figure, List<Repetition> valid) {
    Spread spread = block.spread(figure);
    double worst = longest(valid, figure);
    return spread == null || spread.repetitions() == 1
        ? (valid.size() == 1 ? "" : "up to ") + time(worst)
        : words(
            "%s (median of %d; worst %s)",
            time(spread.median()), spread.repetitions(), time(worst));
  }

  private static double longest(List<Repetition> valid, Metric<FailoverFigures> figure) {
    return figures(valid).mapToDouble(figure::orZero).max().orElse(0);
  }

  private static boolean hasMoved(Repetition repetition) {
    return has(repetition, TimelineEvent.Kind.PROMOTED);
  }

  private static boolean has(Repetition repetition, TimelineEvent.Kind what) {
    return repetition.timeline().stream().anyMatch(moment -> moment.what() == what);
  }

  private static String lost(List<FailoverFigures> figures) {
    long lost =
        figures.stream()
            .map(FailoverFigures::lostWrites)
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .sum();
    Predicate<FailoverFigures> unknown = one -> one.lostWrites() == null;
    return lost > 0
        ? counted(lost, "acknowledged write") + (lost == 1 ? " was" : " were") + " lost"
        : figures.stream().anyMatch(unknown) ? "what was lost is not known" : "none was lost";
  }

  private static String parts(Repetition repetition) {
    FailoverFigures figures = repetition.figures();
    String path = path(repetition);
    Double server = figures.serverOutageMs();
    Double client = figures.clientAddedMs();
    Between bounds = figures.clientAdded();
    if (server != null && client != null) {
      return words(
          ": no server took them for %s, %sdriver, pool and settings added %s",
          time(server), path, time(client));
    }
    return bounds == null
        ? ""
        : words(
            ", of which %sdriver, pool and settings added %s", path, bounds.words(Headline::time));
  }

  private static String path(Repetition repetition) {
    Double held = repetition.figures().pathMs();
    boolean proxied = has(repetition, TimelineEvent.Kind.SWITCHED);
    return held == null
        ? ""
        : words(
            "the %s them for %s, ",
            proxied ? "proxy led to no server that took" : "path held", time(held));
  }

  private static Bar bar(FailoverFigures figures) {
    Double outage = figures.outageBeyondPathMs();
    Double server = figures.serverOutageMs();
    Double client = figures.clientAddedMs();
    Between bounds = figures.clientAdded();
    List<Bar.Segment> parts = new ArrayList<>();
    if (bounds != null && figures.pathMs() != null) {
      parts.add(new Bar.Segment("held by the path", figures.pathMs(), Tone.WARN));
    }
    if (server != null && client != null) {
      parts.add(new Bar.Segment("no server took writes", server, Tone.PLAIN));
      parts.add(new Bar.Segment("added by driver, pool and settings", client, Tone.BAD));
    } else if (outage != null && bounds != null) {
      parts.add(
          new Bar.Segment(
              "no server took writes", Millis.rounded(outage - bounds.toMs()), Tone.PLAIN));
      parts.add(
          new Bar.Segment(
              "one or the other", Millis.rounded(bounds.toMs() - bounds.fromMs()), Tone.WARN));
      parts.add(new Bar.Segment("added by driver, pool and settings", bounds.fromMs(), Tone.BAD));
    }
    parts.removeIf(part -> part.millis() == 0);
    return new Bar("write outage", parts);
  }

  /** A time for people, such as "4.2 ms", "114 ms", "18.0 s". */
  static String time(@Nullable Double millis) {
    double ms = Objects.requireNonNullElse(millis, 0.0);
    return ms >= 1_000 ? words("%,.1f s", ms / 1e3) : words(ms < 10 ? "%.1f ms" : "%,.0f ms", ms);
  }
}
