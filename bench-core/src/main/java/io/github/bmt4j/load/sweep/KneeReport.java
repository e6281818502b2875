package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;

import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.report.Chart.Band;
import io.github.bmt4j.report.Description;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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

  static @Nullable KneeReport of(SweepResult result) {
    Search search = result.scenario().search();
    Knee knee = result.knee();
    return search == null || knee == null ? null : new KneeReport(result, search, knee);
  }

  String headline() {
    return search.ofRate() ? rate() : growth() + limit().replaceFirst("^(?=.)", ". ");
  }

  void cards(Description.Builder built) {
    Integer answer = knee.answer();
    if (answer != null && knee.bestTps() != null) {
      SweepReport.cards(result, built, answer, knee.bestTps());
    }
  }

  private String rate() {
    Integer keeps = knee.keeps();
    Integer breaks = knee.breaks();
    String with = search.limit() == null ? "" : " with " + search.limit();
    if (keeps == null) {
      return breaks == null
          ? knee.noKnee() == null
              ? words("No rate could be judged by %s: too few operations", search.limit())
              : words("No rate could be measured: %s", knee.noKnee())
          : words("No rate is sustained%s: %s", with, broken(breaks));
    }
    return breaks == null
        ? words(
            "At least %s is sustained%s%s%s",
            search.words(keeps),
            with,
            p95(keeps),
            knee.noKnee() == null ? ", the most that was tried" : ": " + knee.noKnee())
        : words(
            "The highest sustained rate%s: %s%s; %s",
            with, search.words(keeps), p95(keeps), broken(breaks));
  }

  private String broken(int rate) {
    return result.steps().stream()
        .filter(step -> step.value() == rate && !step.keepsRate())
        .flatMap(step -> Stream.ofNullable(step.run()))
        .flatMap(run -> Stream.ofNullable(run.throughput().tps()))
        .filter(tps -> Math.round(tps) < rate)
        .findFirst()
        .map(tps -> words("at %s it reached only %s/s", search.words(rate), RunReport.amount(tps)))
        .orElse(
            search.limit() == null
                ? words("%s was missed", search.words(rate))
                : words("%s did not keep it", search.words(rate)));
  }

  private String growth() {
    Integer best = knee.best();
    if (best == null) {
      return words("No step could be judged: %s", knee.noKnee());
    }
    Integer highest = knee.highest();
    if (highest == null) {
      return words(
          "No end of growth was found, at least %s (%s): %s",
          counted(best, unit()), rate(best), knee.noKnee());
    }
    return words(
        "Rate stops growing at %s (%s)", interval(), rate(Objects.requireNonNull(knee.answer())));
  }

  private String interval() {
    Integer lowest = Objects.requireNonNull(knee.lowest());
    Integer highest = Objects.requireNonNull(knee.highest());
    return lowest.equals(highest)
        ? counted(highest, unit())
        : words("%,d to %s", lowest, counted(highest, unit()));
  }

  /** The best rate, with the response time of the given threads. */
  private String rate(int threads) {
    Double p95 = SweepReport.p95(result, threads);
    return words(
        "%s transactions/s%s with %,d",
        RunReport.amount(Objects.requireNonNull(knee.bestTps())),
        p95 == null ? "" : ", p95 " + duration(p95),
        threads);
  }

  private String p95(int rate) {
    Double p95 = SweepReport.p95(result, rate);
    return p95 == null ? "" : words(" (p95 %s)", duration(p95));
  }

  private String limit() {
    Integer keeps = knee.keeps();
    Integer breaks = knee.breaks();
    if (search.limit() == null || knee.best() == null) {
      return "";
    }
    if (keeps == null) {
      return breaks == null
          ? words("%s could not be judged: too few operations", search.limit())
          : words("No step keeps %s: %,d did not", search.limit(), breaks);
    }
    return words(
        "%s %s %s%s",
        counted(keeps, unit()),
        keeps == 1 ? "keeps" : "keep",
        search.limit(),
        breaks == null ? ", the most that was tried" : words("; %,d did not", breaks));
  }

  private String unit() {
    return result.scenario().common().client().poolSize() == null ? "connection" : "thread";
  }

  List<Band> band() {
    Integer lowest = search.ofRate() ? knee.keeps() : knee.lowest();
    Integer highest = search.ofRate() ? knee.breaks() : knee.highest();
    // Half a thread on each side, so that an interval of a single number has a width.
    return lowest == null || highest == null
        ? List.of()
        : List.of(
            new Band(
                search.ofRate() ? "no longer kept" : "growth ends", lowest - 0.5, highest + 0.5));
  }
}
