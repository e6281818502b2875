package io.github.bmt4j.load;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes plans for tests: a closed loop without end, changed by what a test is about. In ms. */
public final class Plan {
  private final int workers;
  private LoadProfile profile = new LoadProfile.ClosedLoop();
  private Duration warmup = Duration.ZERO;
  private Duration time = Duration.ZERO;
  private Duration interval = Duration.ofMillis(100);
  private RetryPolicy retry = new RetryPolicy(Set.of(), false, 0);
  private Duration grace = Duration.ofMinutes(5);
  private Duration giveUp = Duration.ofMinutes(5);
  private long events;
  private boolean prepareFirst;
  private List<String> kinds = List.of();
  private int shares;
  private @Nullable ThinkTime think;
  private @Nullable Integer reconnect;

  public Plan(int workers) {
    this.workers = workers;
  }

  public Plan warmup(long millis) {
    warmup = Duration.ofMillis(millis);
    return this;
  }

  public Plan time(long millis) {
    time = Duration.ofMillis(millis);
    return this;
  }

  public Plan interval(long millis) {
    interval = Duration.ofMillis(millis);
    return this;
  }

  public Plan grace(long millis) {
    grace = Duration.ofMillis(millis);
    return this;
  }

  public Plan giveUp(long millis) {
    giveUp = Duration.ofMillis(millis);
    return this;
  }

  public Plan events(long count) {
    events = count;
    return this;
  }

  Plan rate(double perSecond) {
    return profile(new LoadProfile.OpenLoop(ArrivalSchedule.uniform(perSecond, Portion.WHOLE)));
  }

  Plan profile(LoadProfile other) {
    profile = other;
    return this;
  }

  public Plan retry(RetryPolicy policy) {
    retry = policy;
    return this;
  }

  public Plan kinds(List<String> names) {
    kinds = names;
    return this;
  }

  Plan reconnect(int transactions) {
    reconnect = transactions;
    return this;
  }

  Plan think(ThinkTime time) {
    think = time;
    return this;
  }

  public Plan shares(int count) {
    shares = count;
    return this;
  }

  /** Retries and prepares as a load usually does. */
  public Plan asUsual() {
    retry = RetryPolicy.USUAL;
    prepareFirst = true;
    return this;
  }

  public LoadPlan build() {
    return new LoadPlan(
        workers,
        profile,
        new LoadPlan.Times(warmup, time, interval, grace, giveUp),
        events,
        new LoadScenario(
            workers,
            null,
            "closed",
            null,
            null,
            null,
            List.of(),
            think,
            reconnect,
            null,
            EndpointPlan.EVEN,
            5),
        retry,
        prepareFirst,
        kinds,
        shares);
  }
}
