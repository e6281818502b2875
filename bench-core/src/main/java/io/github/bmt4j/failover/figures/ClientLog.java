package io.github.bmt4j.failover.figures;

import io.github.bmt4j.report.Lines;
import java.util.Comparator;
import java.util.List;

/**
 * Log of a client JVM that simulated the application. All times in ns on the run's clock.
 *
 * @param operations every attempt of every probe, in no particular order
 * @param connects every TCP connection that the driver tried to open for pools and connectors
 * @param pauses times for which the client itself stood still
 * @param traced true if the connects are known, which depends on the driver
 */
public record ClientLog(
    List<Operation> operations, List<Connect> connects, List<Pause> pauses, boolean traced) {
  /** The log of an application whose connects were seen. */
  public ClientLog(List<Operation> operations, List<Connect> connects, List<Pause> pauses) {
    this(operations, connects, pauses, true);
  }

  public ClientLog {
    operations = List.copyOf(operations);
    connects = List.copyOf(connects);
    pauses = pauses.stream().sorted(Comparator.comparingLong(Pause::startNanos)).toList();
  }

  /** The pauses that overlap a period. */
  public List<Pause> pausesIn(long fromNanos, long toNanos) {
    return pauses.stream()
        .filter(pause -> pause.endNanos() > fromNanos && pause.startNanos() < toNanos)
        .toList();
  }

  /** The first attempts of the operations that were due in a period. */
  public List<Operation> firstsIn(long fromNanos, long toNanos) {
    return operations.stream()
        .filter(
            attempt ->
                attempt.attempt() <= 1
                    && attempt.intendedNanos() >= fromNanos
                    && attempt.intendedNanos() <= toNanos)
        .toList();
  }

  /** Time for which the client stood still in a period; a pause seen twice counts once. */
  long pausedNanos(long fromNanos, long toNanos) {
    long sum = 0;
    long until = fromNanos;
    for (Pause pause : pauses) {
      long begin = Math.max(until, pause.startNanos());
      long end = Math.min(toNanos, pause.endNanos());
      if (end > begin) {
        sum += end - begin;
        until = end;
      }
    }
    return sum;
  }

  /**
   * An attempt to open a TCP connection.
   *
   * @param probe owner of the connection: {@code WRITER} and {@code READER} for their pools (a
   *     shared pool is the writer's)
   * @param endNanos time at which it was open, or failed; {@link Operation#NEVER} if it was still
   *     pending at the end of the run
   * @param address numeric address and port, such as {@code 127.0.0.2:40100}
   * @param connected true if it was opened
   */
  public record Connect(
      ProbeKind probe, long startNanos, long endNanos, String address, boolean connected) {}

  /**
   * A time in which the client did not run, seen by a thread that only sleeps 1 ms and reads the
   * clock, or reported by the garbage collector.
   */
  public record Pause(Kind kind, long startNanos, long endNanos) {
    /** Source of the observation. */
    public enum Kind {
      HICCUP,
      GC
    }

    public long nanos() {
      return endNanos - startNanos;
    }

    public String words() {
      return Lines.words(
          "the client itself stood still for %,.0f ms (%s)",
          nanos() / 1e6, kind == Kind.GC ? "garbage collection" : "hiccup");
    }
  }
}
