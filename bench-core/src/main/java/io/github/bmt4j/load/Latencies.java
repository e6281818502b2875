package io.github.bmt4j.load;

import org.HdrHistogram.Histogram;

/**
 * Times of operations, in ns, with 3 significant digits; the range grows with the values, so
 * nothing is clamped.
 *
 * @param response end - intended of operations that ended OK: what a user waits
 * @param service end - start of operations that ended OK: what the server, driver and pool take
 * @param waiting start - intended of operations that ended OK: what they wait for a worker, and so
 *     for its connection; empty in a closed loop
 * @param failed end - intended of operations that did not end OK
 * @param borrow waits for a connection of the pool that got one; empty where they are not timed
 */
public record Latencies(
    Histogram response, Histogram service, Histogram waiting, Histogram failed, Histogram borrow) {
  public Latencies() {
    this(new Histogram(3), new Histogram(3), new Histogram(3), new Histogram(3), new Histogram(3));
  }

  /** The times of both; what is added to them later is not in it. */
  public Latencies plus(Latencies other) {
    Latencies both = new Latencies();
    both.add(this);
    both.add(other);
    return both;
  }

  public void add(Latencies other) {
    response.add(other.response);
    service.add(other.service);
    waiting.add(other.waiting);
    failed.add(other.failed);
    borrow.add(other.borrow);
  }
}
