package io.github.bmt4j.load;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stages of a load, one after the other, all with rates or all with threads. Moments are in ns
 * since the start of the first stage.
 */
public record Stages(List<Stage> all) {
  public static final Stages NONE = new Stages(List.of());

  /** A moment that never comes. */
  static final long NEVER = Long.MAX_VALUE / 4;

  public Stages {
    all = List.copyOf(all);
  }

  /** One stage that does not end. */
  static Stages steady(double perSecond) {
    return new Stages(List.of(new Stage(NEVER, perSecond, perSecond, true)));
  }

  /** These stages after a warm-up with the initial value of the first stage. */
  public Stages withWarmup(Duration warmup) {
    if (warmup.isZero() || all.isEmpty()) {
      return this;
    }
    Stage first = all.get(0);
    Stage before = new Stage(warmup.toNanos(), first.from(), first.from(), first.ofRate());
    return new Stages(Stream.concat(Stream.of(before), all.stream()).toList());
  }

  public long nanos() {
    return all.stream().mapToLong(Stage::nanos).sum();
  }

  /** The index of a moment's stage, from 0; the number of stages after the last. */
  int indexAt(long nanos) {
    int index = 0;
    for (long left = nanos; index < all.size() && left >= all.get(index).nanos(); index++) {
      left -= all.get(index).nanos();
    }
    return index;
  }

  /** The integral of the value, in s, until a moment: arrivals, if the stages have rates. */
  double sum(long untilNanos) {
    double sum = 0;
    long left = untilNanos;
    for (Stage stage : all) {
      sum += stage.sum(Math.max(0, Math.min(left, stage.nanos())));
      left -= stage.nanos();
    }
    return sum;
  }

  /** The mean of the value between two moments, in s; absent after the last stage. */
  public @Nullable Double mean(double fromSeconds, double toSeconds) {
    double seconds = Math.min(toSeconds, nanos() / 1e9) - fromSeconds;
    double sum = sum(Math.round(toSeconds * 1e9)) - sum(Math.round(fromSeconds * 1e9));
    return seconds <= 0 ? null : (Double) (sum / seconds);
  }

  /** Moment at which the integral has grown by this much; {@link #NEVER} if it does not. */
  long after(long fromNanos, double growth) {
    double left = growth;
    long begin = 0;
    for (Stage stage : all) {
      long offset = Math.max(0, fromNanos - begin);
      if (offset < stage.nanos()) {
        double rest = stage.sum(stage.nanos()) - stage.sum(offset);
        if (left <= rest) {
          return begin + stage.after(offset, left);
        }
        left -= rest;
      }
      begin += stage.nanos();
    }
    return NEVER;
  }

  /**
   * Next moment at which a thread works; the number of working threads is the value, rounded.
   *
   * @param thread its number, from 0
   * @return {@code fromNanos} if it works then; {@link #NEVER} if it does not work any more
   */
  long turn(int thread, long fromNanos) {
    double value = thread + 0.5;
    long begin = 0;
    for (Stage stage : all) {
      long offset = Math.max(0, fromNanos - begin);
      if (offset < stage.nanos()) {
        if (stage.at(offset) >= value) {
          return begin + offset;
        }
        if (stage.to() > value) {
          double share = (value - stage.from()) / (stage.to() - stage.from());
          return begin + (long) Math.ceil(share * stage.nanos());
        }
      }
      begin += stage.nanos();
    }
    return NEVER;
  }
}
