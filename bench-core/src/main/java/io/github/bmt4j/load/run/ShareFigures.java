package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.ShareRule;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The measured value of a share that a workload's transactions must keep to.
 *
 * @param name names of the hits and of the cases among which they are counted
 * @param hits number of hits
 * @param trials number of cases among which they are counted
 * @param share hits over trials; absent without trials
 * @param low smallest allowed value; absent without a limit
 * @param high largest allowed value; absent without a limit
 * @param mean true if it is a mean, such as lines per order, not a part of a whole
 * @param kept result of the comparison with its limits
 */
public record ShareFigures(
    String name,
    long hits,
    long trials,
    @Nullable Double share,
    @Nullable Double low,
    @Nullable Double high,
    boolean mean,
    @JsonProperty("verdict") Kept kept) {
  /**
   * A share is outside if chance takes one that keeps to its limits this far with a smaller
   * probability.
   */
  private static final double LEVEL = 0.001;

  /** Result of the comparison of a share with its limits. */
  public enum Kept {
    KEPT,
    /** The share is beyond a limit, further than chance explains. */
    OUTSIDE,
    /** The share is beyond a limit, which chance explains with so few trials. */
    BY_CHANCE,
    /** There is no limit, or there were no trials. */
    NOT_JUDGED;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  static @Nullable List<ShareFigures> of(List<ShareRule> rules, List<ShareCount> counts) {
    return rules.isEmpty()
        ? null
        : IntStream.range(0, rules.size()).mapToObj(i -> of(rules.get(i), counts.get(i))).toList();
  }

  static ShareFigures of(ShareRule rule, ShareCount count) {
    return new ShareFigures(
        rule.name(),
        count.hits(),
        count.trials(),
        count.trials() == 0
            ? null
            : (Double) Rounding.round((double) count.hits() / count.trials(), 1e6),
        rule.low(),
        rule.high(),
        rule.deviation() != null,
        judged(rule, count));
  }

  private static Kept judged(ShareRule rule, ShareCount count) {
    Double low = rule.low();
    Double high = rule.high();
    if (count.trials() == 0 || (low == null && high == null)) {
      return Kept.NOT_JUDGED;
    }
    double share = (double) count.hits() / count.trials();
    boolean above = high != null && share > high && count.hits() > rule.allowed();
    Double passed = low != null && share < low ? low : above ? high : null;
    if (passed == null) {
      return Kept.KEPT;
    }
    return chance(count, passed, share < passed, rule.deviation()) < LEVEL
        ? Kept.OUTSIDE
        : Kept.BY_CHANCE;
  }

  /**
   * Probability that a share whose true value is at its limit lies at least this far beyond it: the
   * exact tail of the binomial distribution, or of the mean's normal distribution.
   */
  private static double chance(
      ShareCount count, double limit, boolean below, @Nullable Double deviation) {
    long trials = count.trials();
    if (deviation == null && trials <= Integer.MAX_VALUE) {
      BinomialDistribution hits = BinomialDistribution.of((int) trials, limit);
      return below
          ? hits.cumulativeProbability((int) count.hits())
          : hits.survivalProbability((int) count.hits() - 1);
    }
    double each = deviation == null ? Math.sqrt(limit * (1 - limit)) : deviation;
    double beyond =
        Math.abs((double) count.hits() / trials - limit) * Math.sqrt((double) trials) / each;
    return NormalDistribution.of(0, 1).survivalProbability(beyond);
  }

  Optional<Reason> problem() {
    return kept != Kept.OUTSIDE
        ? Optional.empty()
        : Optional.of(
            Code.SHARE_OUTSIDE.of(
                words(
                    "%s: %s in %,d, outside the limits %s; chance does not explain it",
                    name, amount(share), trials, limits())));
  }

  public String limits() {
    boolean from = low != null && (mean || low > 0);
    boolean to = high != null && (mean || high < 1);
    if (from && to) {
      return amount(low) + " to " + amount(high);
    }
    return from ? "from " + amount(low) : to ? "up to " + amount(high) : "-";
  }

  public String amount(@Nullable Double value) {
    return value == null ? "-" : mean ? words("%,.2f", value) : words("%.2f %%", 100 * value);
  }
}
