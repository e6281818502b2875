package io.github.bmt4j.load;

import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Times of operations, in ns, with 3 significant digits; the range grows with the values, so
 * nothing is clamped.
 *
 * @param response end - intended of operations that ended OK: the user's wait
 * @param service end - start of operations that ended OK: the time of server, driver and pool
 * @param waiting start - intended of operations that ended OK: the wait for a worker, and so for
 *     its connection; empty in a closed loop
 * @param failed end - intended of operations that did not end OK
 * @param borrow successful waits for a connection of the pool; empty if they are not timed
 */
public record Latencies(
    Histogram response, Histogram service, Histogram waiting, Histogram failed, Histogram borrow) {
  public Latencies() {
    this(new Histogram(3), new Histogram(3), new Histogram(3), new Histogram(3), new Histogram(3));
  }

  /** The times of both, as a copy: later additions to either do not change it. */
  public Latencies plus(Latencies other) {
    Latencies both = new Latencies();
    both.add(this);
    both.add(other);
    return both;
  }

  long bytes() {
    return Stream.of(response, service, waiting, failed, borrow)
        .mapToLong(Histogram::getEstimatedFootprintInBytes)
        .sum();
  }

  public void add(Latencies other) {
    response.add(other.response);
    service.add(other.service);
    waiting.add(other.waiting);
    failed.add(other.failed);
    borrow.add(other.borrow);
  }
}
