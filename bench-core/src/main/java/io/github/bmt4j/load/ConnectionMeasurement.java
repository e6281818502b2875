package io.github.bmt4j.load;

import io.github.bmt4j.report.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of the connections beside those of a load's workers.
 *
 * @param connects of the new connections, each of which is an operation; absent without any
 */
public record ConnectionMeasurement(Idle idle, @Nullable Measurement connects) {
  /** Least number of connections of a process whose memory tells what one needs. */
  public static final int TELLING = 500;

  /**
   * Idle connections.
   *
   * @param opened number that was opened
   * @param lost number that were closed, or did not answer, before the end of the load
   * @param pings touches that were answered
   * @param openNanos time to open all
   * @param heapBytes growth of the heap by them, without garbage; 0 if a process has too few, whose
   *     memory something else may need, or release, as well
   * @param residentBytes growth of the process's resident memory meanwhile; 0 likewise
   */
  public record Idle(
      int opened, long lost, long pings, long openNanos, long heapBytes, long residentBytes) {
    public Idle {
      heapBytes = opened < TELLING ? 0 : heapBytes;
      residentBytes = opened < TELLING ? 0 : residentBytes;
    }

    private Idle plus(Idle other) {
      return new Idle(
          opened + other.opened,
          lost + other.lost,
          pings + other.pings,
          Math.max(openNanos, other.openNanos),
          both(heapBytes, other.heapBytes),
          both(residentBytes, other.residentBytes));
    }

    private static long both(long one, long other) {
      return one == 0 || other == 0 ? 0 : one + other;
    }
  }

  /** Those of several processes; absent where no process has any. */
  static @Nullable ConnectionMeasurement of(List<Measurement> parts, boolean interrupted) {
    List<ConnectionMeasurement> all =
        parts.stream().flatMap(part -> Stream.ofNullable(part.connections())).toList();
    List<Measurement> connects =
        all.stream().flatMap(part -> Stream.ofNullable(part.connects)).toList();
    List<Reason> problems = new ArrayList<>();
    connects.forEach(part -> problems.addAll(part.ending().problems()));
    return all.isEmpty()
        ? null
        : new ConnectionMeasurement(
            all.stream().map(ConnectionMeasurement::idle).reduce(Idle::plus).orElseThrow(),
            connects.isEmpty() ? null : Merged.measurement(connects, interrupted, problems));
  }
}
