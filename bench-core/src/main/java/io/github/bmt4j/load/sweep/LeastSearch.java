package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.StageFigures;
import io.github.bmt4j.load.run.Threshold;
import io.github.bmt4j.load.sweep.KneeSearch.Visit;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the least amount of a resource, such as the IOPS of a volume, that is enough for a
 * load. {@link KneeSearch} chooses the amounts. Used by one thread.
 */
public final class LeastSearch {
  private final Search search;
  private final String resource;
  private final Wanted wanted;
  private final Enough enough;
  private final KneeSearch steps;
  private @Nullable String ended;
  private boolean again;

  /**
   * The demand on an amount.
   *
   * @param rates transactions a second: one exact rate, or those of the batches of a run; empty if
   *     only the limit counts
   * @param limit absent without one
   * @param text for people, such as "5,000 transactions/s"
   */
  public record Wanted(List<Double> rates, @Nullable Threshold limit, String text) {
    /** A rate that is known exactly. */
    public static Wanted of(double rate, @Nullable Threshold limit) {
      return of(List.of(rate), limit, RunReport.amount(rate) + " transactions/s");
    }

    /** The rate of a run, which is known as well as its batches tell. */
    public static Wanted of(RunResult run, @Nullable Threshold limit) {
      Double rate = run.throughput().tps();
      return of(
          KneeSteps.batches(run),
          limit,
          words("the %s/s of %s", rate == null ? "-" : RunReport.amount(rate), run.id()));
    }

    public static Wanted of(Threshold limit) {
      return new Wanted(List.of(), limit, limit.text());
    }

    private static Wanted of(List<Double> rates, @Nullable Threshold limit, String rate) {
      return new Wanted(rates, limit, limit == null ? rate : rate + " with " + limit.text());
    }
  }

  /**
   * @param resource its name
   * @param from least amount that is tried
   * @param to largest amount that is tried
   */
  public LeastSearch(String resource, int from, int to, Wanted wanted, long seed) {
    this.search = new Search(from, to, 0, null, true);
    this.resource = resource;
    this.wanted = wanted;
    this.enough = new Enough(wanted.rates());
    this.steps = new KneeSearch(search, seed, enough);
  }

  /** The amount of the next run; empty if the search has ended. */
  public OptionalInt next() {
    return ended == null ? steps.next() : OptionalInt.empty();
  }

  /** Adds the run with the amount. An INVALID one is repeated once. */
  public void add(RunResult run) {
    boolean missed = run.verdict().isOnly(Code.RATE_MISSED);
    if (run.verdict().status() == Verdict.Status.INVALID && !missed) {
      if (again) {
        end(run.verdict().texts().get(0));
      }
      again = true;
      return;
    }
    again = false;
    Threshold limit = wanted.limit();
    Double room = limit == null ? (Double) Threshold.AMPLE : limit.room(run);
    if (missed || !StageFigures.allKept(run)) {
      room = Threshold.NONE;
    }
    List<Double> batches = KneeSteps.batches(run);
    if (batches.size() < KneeSteps.FEWEST_BATCHES) {
      end("a run needs 3 intervals or more: give it a longer time");
    } else if (room == null) {
      end(wanted.text() + " could not be judged: too few operations");
    } else {
      steps.add(new Visit(batches, null, null, room));
    }
  }

  /** Ends the search at the present amount. */
  public void end(String why) {
    ended = words("with %s it ended: %s", amount(steps.next().orElse(search.from())), why);
  }

  private String amount(int amount) {
    return words("%s %,d", resource, amount);
  }

  /** Returns true if it was carried to its end. */
  public boolean hasEnded() {
    return ended == null && steps.next().isEmpty();
  }

  /** The answer in a sentence. */
  public String headline() {
    Knee found = steps.answer();
    Integer little = found.keeps();
    Integer much = found.breaks();
    String least = words("the least %s for %s", resource, wanted.text());
    if (!hasEnded()) {
      return words(
          "Not known is %s: %s%s%s",
          least,
          ended == null ? "the search was interrupted" : ended,
          little == null ? "" : "; too little is " + rated(little),
          much == null ? "" : "; enough is " + rated(much));
    }
    if (little == null) {
      return words(
          "%s is not shown to be too little for %s, and less was not tried: begin with less",
          amount(search.from()), wanted.text());
    }
    if (little == search.to()) {
      return words("No %s up to %s is enough for %s", resource, rated(little), wanted.text());
    }
    return much == null
        ? words(
            "T%s is above %,d: %s is shown to be too little, and none up to %,d to be enough",
            least.substring(1), little, rated(little), search.to())
        : words(
            "T%s is %,d to %,d: %s is shown to be too little, %s to be enough",
            least.substring(1), little + 1, much, rated(little), rated(much));
  }

  private String rated(int amount) {
    return words("%,d (%s/s)", amount, RunReport.amount(enough.visits.rate(amount)));
  }

  /** The amounts with their runs. */
  public Grid table() {
    Map<Integer, Boolean> judged = enough.tooLittle();
    return Grid.ofWords(
        words("%s for %s", resource, wanted.text()),
        List.of(resource, "runs", "transactions/s", "verdict"),
        enough.visits.threads().stream()
            .map(
                amount -> {
                  Boolean little = judged.get(amount);
                  return List.of(
                      words("%,d", amount),
                      words("%d", enough.visits.visits(amount)),
                      RunReport.amount(enough.visits.rate(amount)),
                      little == null ? "open" : little ? "too little" : "enough");
                })
            .toList());
  }
}
