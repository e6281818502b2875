package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.percent;

import io.github.bmt4j.report.Chart.Band;
import io.github.bmt4j.report.Description;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The answer of a sweep that finds its own steps, for people. */
final class KneeReport {
  private final SweepResult result;
  private final Search search;
  private final Knee knee;

  private KneeReport(SweepResult result, Search search, Knee knee) {
    this.result = result;
    this.search = search;
    this.knee = knee;
  }

  /** The answer of a sweep; absent where its steps were given. */
  static @Nullable KneeReport of(SweepResult result) {
    Search search = result.scenario().search();
    Knee knee = result.knee();
    return search == null || knee == null ? null : new KneeReport(result, search, knee);
  }

  /** The answer in a sentence; with a limit, the second answer too. */
  String headline() {
    return growth() + limit().replaceFirst("^(?=.)", ". ");
  }

  private String growth() {
    Integer best = knee.best();
    if (best == null) {
      return "No step is VALID";
    }
    Integer highest = knee.highest();
    if (highest == null) {
      return words(
          "No end of growth was found, at least %s (%s): %s",
          counted(best, unit()), at(best, knee.bestTps()), knee.noKnee());
    }
    return words(
        "Rate stops growing at %s (%s%s)",
        interval(),
        at(highest, knee.tps()),
        highest.equals(best)
            ? ""
            : words(
                "; most %s/s with %,d",
                TextReport.amount(Objects.requireNonNull(knee.bestTps())), best));
  }

  private String interval() {
    Integer lowest = Objects.requireNonNull(knee.lowest());
    Integer highest = Objects.requireNonNull(knee.highest());
    return lowest.equals(highest)
        ? counted(highest, unit())
        : words("%,d to %s", lowest, counted(highest, unit()));
  }

  /** The rate and the p95 with these threads. */
  private String at(int threads, @Nullable Double tps) {
    Double p95 = result.p95(threads);
    return words(
        "%s transactions/s%s with %,d",
        TextReport.amount(Objects.requireNonNull(tps)),
        p95 == null ? "" : ", p95 " + millis(p95) + " ms",
        threads);
  }

  private String limit() {
    Integer keeps = knee.keeps();
    Integer breaks = knee.breaks();
    if (search.limit() == null || knee.best() == null) {
      return "";
    }
    if (keeps == null) {
      return breaks == null
          ? words("%s could not be judged, of too few operations", search.limit())
          : words("No step keeps %s: %,d did not", search.limit(), breaks);
    }
    return words(
        "%s %s %s %s%s",
        breaks == null ? "At least" : "At most",
        counted(keeps, unit()),
        keeps == 1 ? "keeps" : "keep",
        search.limit(),
        breaks == null ? "" : words("; %,d did not", breaks));
  }

  /** With a pool of a size of its own, threads wait for connections. */
  private String unit() {
    return result.scenario().common().client().poolSize() == null ? "connection" : "thread";
  }

  /** Adds how the answer was found. */
  void add(Description.Builder built) {
    built.fact(
        "growth ends",
        knee.highest() == null
            ? "not shown: " + knee.noKnee()
            : words(
                "at %s: with fewer, the rate is shown (95 %%) to be more than %s below the best",
                interval(), percent(0, search.tolerance())));
  }

  /** The interval as a band of a chart by threads; empty where no knee is claimed. */
  List<Band> band() {
    Integer lowest = knee.lowest();
    Integer highest = knee.highest();
    // Half a thread on each side, so that an interval of one number has a width.
    return lowest == null || highest == null
        ? List.of()
        : List.of(new Band("growth ends", lowest - 0.5, highest + 0.5));
  }
}
