package io.github.bmt4j.load.agent;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One agent's part of a load: what it has reported so far. Used by one thread. */
public final class AgentPart {
  /** Largest error of a clock, as a share of an interval, and at most. */
  private static final double CLOCK_SHARE = 0.2;

  private static final long CLOCK_NANOS = 500_000_000;

  /** Longest time for which reports may be delayed: an agent that hears nothing ends sooner. */
  private static final long HELD_UP_NANOS = 10_000_000_000L;

  /** Additional reports that may come at once: at the start and the end of a short load. */
  private static final int MORE = 10;

  final Agent agent;
  private final boolean here;
  private int intervals;
  private @Nullable Long lateNanos;
  private @Nullable Measurement measured;
  private @Nullable AgentDone done;
  private boolean over;
  private long boundNanos;
  private List<Double> rates = List.of();

  /** Used by the thread that reads the agent's reports. */
  private long paidNanos = Long.MIN_VALUE;

  AgentPart(Agent agent, boolean here) {
    this.agent = agent;
    this.here = here;
  }

  /**
   * Counts a report. Called by the thread that reads the agent's reports.
   *
   * @return false if the agent has sent more than two reports for each interval, beyond {@link
   *     #MORE}
   */
  boolean mayReport(long nowNanos, long intervalNanos) {
    long costNanos = intervalNanos / 2;
    paidNanos = Math.max(paidNanos, nowNanos - HELD_UP_NANOS - MORE * costNanos) + costNanos;
    return paidNanos <= nowNanos;
  }

  void take(AgentReport report) {
    lateNanos = report.lateNanos() == null ? lateNanos : report.lateNanos();
    measured = report.measured() == null ? measured : report.measured();
    intervals += report.interval() == null || report.interval().warmup() ? 0 : 1;
  }

  List<Reason> end(AgentDone ended, boolean stopping) {
    done = ended;
    measured = ended.measured();
    settle();
    List<Reason> problems = new ArrayList<>();
    ended.measured().ending().problems().forEach(one -> problems.add(one.in("agent " + name())));
    if (ended.measured().ending().interrupted() && !stopping) {
      problems.add(
          Code.AGENTS_DIFFER.of(
              "agent "
                  + name()
                  + " ended its load early: it had not heard of this process for 5 s"));
    }
    return problems;
  }

  Reason lose(String why, double seconds) {
    settle();
    return Code.AGENTS_DIFFER.of(
        words(
            "%s; it was lost %.1f s %s, and its %d intervals are in the figures",
            why,
            Math.abs(seconds),
            seconds < 0 ? "before the measurement" : "into the measurement",
            intervals));
  }

  private void settle() {
    boundNanos = agent.worstNanos();
    over = true;
  }

  boolean over() {
    return over;
  }

  @Nullable AgentDone done() {
    return done;
  }

  void rates(List<Double> ofIntervals) {
    rates = ofIntervals;
  }

  @Nullable Reason clockProblem(long intervalNanos) {
    return boundNanos() <= Math.min(CLOCK_NANOS, CLOCK_SHARE * intervalNanos)
        ? null
        : Code.AGENTS_DIFFER.of(
            words(
                "the clock of agent %s is known, or runs evenly, to %.0f ms only: its intervals are"
                    + " not those of the others",
                name(), boundNanos() / 1e6));
  }

  public String name() {
    return agent.name();
  }

  public Hello hello() {
    return agent.hello();
  }

  public boolean here() {
    return here;
  }

  public boolean child() {
    return here && agent.hello().pid() == agent.pid();
  }

  public long offsetNanos() {
    return agent.offset().nanos();
  }

  public long boundNanos() {
    return over ? boundNanos : agent.worstNanos();
  }

  public long driftNanos() {
    return agent.driftNanos();
  }

  public @Nullable Long lateNanos() {
    return lateNanos;
  }

  public @Nullable Measurement measured() {
    return measured;
  }

  public @Nullable ClientReadings readings() {
    return done == null ? null : done.readings();
  }

  public List<Double> rates() {
    return rates;
  }
}
