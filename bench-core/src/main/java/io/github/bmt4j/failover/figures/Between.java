package io.github.bmt4j.failover.figures;

import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** Bounds of a time. */
public record Between(double fromMs, double toMs) {
  /** Bounds that are wider than this share of the outage have no middle. */
  private static final double WIDE = 0.2;

  /** Bounds that begin at 0 and are wider than this have no middle, either. */
  private static final double UNSEEN_MS = 100;

  /** In words, each bound as a formatter of ms gives it. */
  public String words(DoubleFunction<String> time) {
    return fromMs == 0
        ? "up to " + time.apply(toMs)
        : "between " + time.apply(fromMs) + " and " + time.apply(toMs);
  }

  /** The middle; absent if the bounds are too wide for one. */
  @Nullable Double middleMs(double outageMs) {
    return toMs - fromMs > WIDE * outageMs || (fromMs == 0 && toMs > UNSEEN_MS)
        ? null
        : (Double) (Math.round((fromMs + toMs) * 5000) / 1e4);
  }
}
