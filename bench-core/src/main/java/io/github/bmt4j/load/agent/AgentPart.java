package io.github.bmt4j.load.agent;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Measurement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One agent's part of a load: what it has reported so far. Used by one thread. */
public final class AgentPart {
  private static final long CLOCK_NANOS = 20_000_000;

  final Agent agent;
  private final boolean here;
  private int intervals;
  private @Nullable Long lateNanos;
  private @Nullable Measurement measured;
  private @Nullable AgentDone done;
  private boolean over;
  private List<Double> rates = List.of();

  AgentPart(Agent agent, boolean here) {
    this.agent = agent;
    this.here = here;
  }

  void take(AgentReport report) {
    lateNanos = report.lateNanos() == null ? lateNanos : report.lateNanos();
    measured = report.measured() == null ? measured : report.measured();
    intervals += report.interval() == null || report.interval().warmup() ? 0 : 1;
  }

  List<String> end(AgentDone ended, boolean stopping) {
    done = ended;
    measured = ended.measured();
    over = true;
    List<String> problems = new ArrayList<>();
    for (String problem : ended.measured().problems()) {
      problems.add("agent " + name() + ": " + problem);
    }
    if (ended.measured().interrupted() && !stopping) {
      problems.add(
          "agent " + name() + " ended its load early: it had not heard of this process for 5 s");
    }
    return problems;
  }

  String lose(String why, double seconds) {
    over = true;
    return words(
        "%s; it was lost %.1f s %s, and its %d intervals are in the figures",
        why,
        Math.abs(seconds),
        seconds < 0 ? "before the measurement" : "into the measurement",
        intervals);
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

  @Nullable String clockProblem() {
    return agent.worstNanos() <= CLOCK_NANOS
        ? null
        : words(
            "the clock of agent %s is known, or runs evenly, to %.0f ms only: its intervals are"
                + " not those of the others",
            name(), agent.worstNanos() / 1e6);
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
    return agent.worstNanos();
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
