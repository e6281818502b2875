package io.github.bmt4j.load;

import io.github.bmt4j.load.Measurement.Gap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The times in which no operation of some workers succeeded although some were under way or due,
 * computed from the operations' own times. A gap begins with the end of a successful operation, or
 * later, when another is due, and ends with the end of the next successful one. A failed operation
 * stays due until then. Used by one thread.
 */
final class Gaps {
  /** Shortest gap that is kept. */
  static final long SHORTEST_NANOS = ProgressWatch.SHORTEST_NANOS;

  private final RunState run;
  private final List<Span> gaps = new ArrayList<>();
  private long[] intended = new long[64];
  private long[] ends = new long[64];
  private boolean[] oks = new boolean[64];
  private int seen;
  private long firstOkNanos = Long.MAX_VALUE;
  private long lastOkNanos = Long.MIN_VALUE;
  private long successNanos;
  private long failedDueNanos = WorkerRecorder.NONE;
  private long underWayDueNanos = WorkerRecorder.NONE;

  /** A time on the clock, with or without a failed operation. */
  private record Span(long fromNanos, long toNanos, boolean failed) {
    List<Span> without(List<Standstill> standstills) {
      List<Span> left = new ArrayList<>();
      long from = fromNanos;
      for (Standstill still : standstills) {
        if (still.toNanos() > from && still.fromNanos() < toNanos) {
          left.add(new Span(from, still.fromNanos(), failed));
          from = still.toNanos();
        }
      }
      left.add(new Span(from, toNanos, failed));
      return left;
    }
  }

  private record End(long intendedNanos, long nanos, boolean ok) {}

  Gaps(RunState run) {
    this.run = run;
    this.successNanos = run.originNanos();
  }

  void ended(long intendedNanos, long endNanos, boolean ok) {
    if (seen == ends.length) {
      intended = Arrays.copyOf(intended, 2 * seen);
      ends = Arrays.copyOf(ends, 2 * seen);
      oks = Arrays.copyOf(oks, 2 * seen);
    }
    intended[seen] = intendedNanos;
    ends[seen] = endNanos;
    oks[seen] = ok;
    seen++;
    if (ok) {
      firstOkNanos = Math.min(firstOkNanos, endNanos);
      lastOkNanos = Math.max(lastOkNanos, endNanos);
    }
  }

  /**
   * Evaluates the operations added since the last look.
   *
   * @param dueNanos time at which the first of the other operations under way was due; {@link
   *     WorkerRecorder#NONE} without any
   */
  void look(long dueNanos) {
    underWayDueNanos = dueNanos;
    if (firstOkNanos < successNanos) {
      endBefore(firstOkNanos);
    }
    if (holdsGap()) {
      lookInOrder();
    } else {
      succeeded(lastOkNanos);
      for (int i = 0; i < seen; i++) {
        if (!oks[i]) {
          failed(intended[i], ends[i]);
        }
      }
    }
    seen = 0;
    firstOkNanos = Long.MAX_VALUE;
    lastOkNanos = Long.MIN_VALUE;
  }

  private boolean holdsGap() {
    return lastOkNanos - SHORTEST_NANOS >= successNanos
        && (firstOkNanos - successNanos >= SHORTEST_NANOS
            || lastOkNanos - firstOkNanos >= SHORTEST_NANOS);
  }

  private void lookInOrder() {
    List<End> inOrder =
        IntStream.range(0, seen)
            .mapToObj(i -> new End(intended[i], ends[i], oks[i]))
            .sorted(Comparator.comparingLong(End::nanos))
            .toList();
    long[] dueNanos = new long[seen + 1];
    dueNanos[seen] = underWayDueNanos;
    for (int i = seen - 1; i >= 0; i--) {
      dueNanos[i] = Math.min(dueNanos[i + 1], inOrder.get(i).intendedNanos);
    }
    for (int i = 0; i < seen; i++) {
      End end = inOrder.get(i);
      if (end.ok) {
        Span gap = gap(dueNanos[i], end.nanos);
        if (gap.toNanos - gap.fromNanos >= SHORTEST_NANOS) {
          gaps.add(gap);
        }
        succeeded(end.nanos);
      } else {
        failed(end.intendedNanos, end.nanos);
      }
    }
  }

  private Span gap(long dueNanos, long untilNanos) {
    long from = Math.max(successNanos, Math.min(failedDueNanos, dueNanos));
    return new Span(from, untilNanos, failedDueNanos != WorkerRecorder.NONE);
  }

  private void succeeded(long nanos) {
    if (nanos > successNanos) {
      successNanos = nanos;
      failedDueNanos = WorkerRecorder.NONE;
    }
  }

  private void failed(long intendedNanos, long nanos) {
    if (nanos > successNanos) {
      failedDueNanos = Math.min(failedDueNanos, intendedNanos);
    }
  }

  /** A success that the worker reported late: whether a gap followed it is unknown. */
  private void endBefore(long nanos) {
    gaps.replaceAll(
        gap ->
            gap.fromNanos < nanos && nanos < gap.toNanos
                ? new Span(gap.fromNanos, nanos, gap.failed)
                : gap);
  }

  /**
   * All gaps of the measurement, of at least 0.2 s each.
   *
   * @param endNanos end of the measurement
   * @param standstills times in which the client itself stood still, which do not count as gaps
   */
  List<Gap> until(long endNanos, List<Standstill> standstills) {
    long untilNanos = Math.min(endNanos, run.deadlineNanos());
    List<Span> all = new ArrayList<>(gaps);
    all.add(gap(underWayDueNanos, untilNanos));
    return all.stream()
        .map(
            gap ->
                new Span(
                    Math.max(gap.fromNanos, run.measureFromNanos()),
                    Math.min(gap.toNanos, untilNanos),
                    gap.failed))
        .flatMap(gap -> gap.without(standstills).stream())
        .filter(gap -> gap.toNanos - gap.fromNanos >= SHORTEST_NANOS)
        .map(
            gap ->
                new Gap(
                    gap.fromNanos - run.measureFromNanos(),
                    gap.toNanos - gap.fromNanos,
                    gap.failed))
        .toList();
  }
}
