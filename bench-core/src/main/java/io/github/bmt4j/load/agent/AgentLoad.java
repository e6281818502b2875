package io.github.bmt4j.load.agent;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Merged;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.StatementRows;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A load that agents make together. All begin at one moment of this process's clock. A lost agent
 * ends the load; its reports stay in the figures, and a problem names it.
 */
public final class AgentLoad implements Load {
  private static final Duration CONNECT = Duration.ofMinutes(2);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration WHOLE = Duration.ofDays(366);
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_MILLIS = 100;

  /** Least time from the last connection to the start. */
  private static final long START_NANOS = 300_000_000;

  /** Least time to the start, as a multiple of the largest error of an offset. */
  private static final int START_BOUNDS = 20;

  /** Starts that differ by more than this share of an interval get a note. */
  private static final double NOTED_LATE = 0.05;

  private final AgentGroup group;
  private final LoadPlan plan;
  private final Clock clock;
  private final StopSignal stop;
  private final IntFunction<String> plans;
  private final BlockingQueue<Runnable> heard = new LinkedBlockingQueue<>();
  private final List<AgentPart> parts = new ArrayList<>();
  private final List<Reason> problems = new ArrayList<>();
  private final AlignedIntervals merged;
  private long measureFromNanos;
  private long stoppedNanos = Long.MAX_VALUE;
  private boolean interrupted;

  public AgentLoad(
      AgentGroup group, LoadPlan plan, Clock clock, StopSignal stop, IntFunction<String> plans) {
    this.group = group;
    this.plan = plan;
    this.clock = clock;
    this.stop = stop;
    this.plans = plans;
    group.agents().forEach(agent -> parts.add(new AgentPart(agent, group.isHere(agent))));
    merged = new AlignedIntervals(parts.size(), plan.times().interval().toNanos());
  }

  @Override
  public Measurement run(Observer observer) throws SQLException {
    IntStream.range(0, parts.size())
        .forEach(number -> parts.get(number).agent.reportTo(text -> hear(number, text)));
    connect();
    observer.connected();
    long worst = parts.stream().mapToLong(part -> part.agent.offset().boundNanos()).max().orElse(0);
    long startNanos = clock.nanoTime() + Math.max(START_NANOS, START_BOUNDS * worst);
    measureFromNanos = startNanos + plan.times().warmup().toNanos();
    IntStream.range(0, parts.size()).forEach(number -> start(number, startNanos));
    observer.measuresFrom(measureFromNanos);
    while (!parts.stream().allMatch(AgentPart::over)) {
      hear();
      endIfDue();
      merge(observer);
    }
    merge(observer);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    judgeClocks();
    Measurement measured = measured();
    observer.loadEnded(measureFromNanos + measured.elapsedNanos());
    return measured;
  }

  private void connect() throws SQLException {
    try {
      group.all(
          CONNECT,
          agent ->
              AgentGroup.ask(agent, "plan " + plans.apply(group.agents().indexOf(agent)), CONNECT));
    } catch (CompletionException e) {
      throw new AgentException(String.valueOf(e.getMessage()));
    }
  }

  private void start(int number, long startNanos) {
    AgentPart part = parts.get(number);
    Daemon.start(
        "bmt-load-" + part.agent.name(),
        () -> {
          try {
            String answer = part.agent.ask("start " + startNanos, WHOLE);
            AgentDone done = Wire.read(answer, AgentDone.class);
            heard.add(() -> done(number, done));
          } catch (IOException e) {
            heard.add(() -> lost(number, AgentGroup.named(part.agent, e)));
          }
        });
  }

  private void hear() {
    try {
      Runnable next = heard.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      while (next != null) {
        next.run();
        next = heard.poll();
      }
    } catch (InterruptedException e) {
      interrupted = true; // Once more, every wait would end at once.
      stop.give();
    }
  }

  /** Takes a report from the thread that reads it. A flood of reports is not kept. */
  private void hear(int number, String text) {
    AgentPart part = parts.get(number);
    if (part.mayReport(clock.nanoTime(), plan.times().interval().toNanos())) {
      heard.add(() -> report(number, text));
    } else {
      part.agent.reportTo(more -> {});
      heard.add(() -> part.agent.abandon("sent more reports than its load has intervals"));
    }
  }

  private void report(int number, String text) {
    AgentPart part = parts.get(number);
    AgentReport report;
    try {
      report = Wire.read(text, AgentReport.class);
    } catch (IOException e) {
      part.agent.abandon("sent what is no report: " + e.getMessage());
      return;
    }
    if (part.over()) {
      return; // A late word of a lost agent.
    }
    part.take(report);
    if (report.interval() != null && merged.add(number, report.interval()) > Wire.MOST_BYTES) {
      part.agent.abandon("sent intervals that wait for other agents' and need " + Wire.TOO_MUCH);
    }
  }

  private void done(int number, AgentDone done) {
    String why = parts.get(number).agent.lost();
    if (why != null) { // What it measured lacks what could not be read.
      lost(number, why);
      return;
    }
    merged.end(number);
    problems.addAll(parts.get(number).end(done, stoppedNanos != Long.MAX_VALUE));
    if (!problems.isEmpty()) {
      stopAll();
    }
  }

  private void lost(int number, String why) {
    AgentPart part = parts.get(number);
    if (!part.over()) {
      merged.end(number);
      problems.add(part.lose(why, (clock.nanoTime() - measureFromNanos) / 1e9));
      stopAll();
    }
  }

  private void endIfDue() {
    long now = clock.nanoTime();
    if (stop.given()) {
      stopAll();
    }
    boolean limited = !plan.times().time().isZero();
    long deadline = measureFromNanos + plan.times().time().toNanos();
    if ((limited && now > deadline + END_NANOS)
        || (stoppedNanos != Long.MAX_VALUE && now > stoppedNanos + STOP_NANOS)) {
      underWay().forEach(part -> part.agent.abandon("did not end its load in time"));
    }
  }

  private void stopAll() {
    if (stoppedNanos != Long.MAX_VALUE) {
      return;
    }
    stoppedNanos = clock.nanoTime();
    underWay()
        .forEach(part -> Daemon.start("bmt-stop-" + part.agent.name(), () -> stop(part.agent)));
  }

  private Stream<AgentPart> underWay() {
    return parts.stream().filter(part -> !part.over());
  }

  private static void stop(Agent agent) {
    try {
      agent.ask("stop", ANSWER);
    } catch (IOException e) {
      // The agent is lost, which is reported.
    }
  }

  private void merge(Observer observer) {
    boolean over = parts.stream().allMatch(AgentPart::over);
    for (Interval next = merged.next().orElse(null);
        next != null;
        next = merged.next().orElse(null)) {
      observer.counting(over || next.toNanos() == 0);
      observer.interval(next);
      if (!next.warmup() && !over) {
        observer.soFar(() -> Merged.measurement(measurements(), true, problems));
      }
    }
  }

  private List<Measurement> measurements() {
    return parts.stream().flatMap(part -> Stream.ofNullable(part.measured())).toList();
  }

  private Measurement measured() throws SQLException {
    List<Measurement> measured = measurements();
    if (measured.isEmpty()) {
      throw new AgentException(
          problems.stream().map(Reason::text).collect(Collectors.joining("; ")));
    }
    boolean interrupted =
        stop.givenByUser() && measured.stream().anyMatch(one -> one.ending().interrupted());
    return Merged.measurement(measured, interrupted, problems);
  }

  private void judgeClocks() {
    long interval = plan.times().interval().toNanos();
    parts.stream()
        .flatMap(part -> Stream.ofNullable(part.clockProblem(interval)))
        .forEach(problems::add);
    long spread = spreadNanos();
    if (spread > interval) {
      problems.add(
          Code.AGENTS_DIFFER.of(
              words("agents began up to %.1f s one after the other", spread / 1e9)));
    }
  }

  private long spreadNanos() {
    LongSummaryStatistics late =
        parts.stream()
            .flatMap(part -> Stream.ofNullable(part.lateNanos()))
            .mapToLong(Long::longValue)
            .summaryStatistics();
    return late.getCount() == 0 ? 0 : late.getMax() - late.getMin();
  }

  public List<String> notes() {
    long spread = spreadNanos();
    return spread > NOTED_LATE * plan.times().interval().toNanos()
        ? List.of(words("agents began within %.0f ms, not at one moment", spread / 1e6))
        : List.of();
  }

  @Override
  public List<LastWrite> lastWrites(int endpoint) {
    return inOrderOfEnd(
        parts.stream()
            .flatMap(part -> Stream.ofNullable(part.done()))
            .map(done -> done.writes().get(endpoint))
            .toList());
  }

  /** The elements of all lists, merged so that the last elements of each list come last. */
  static <T> List<T> inOrderOfEnd(List<List<T>> lists) {
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(-longest, 0)
        .boxed()
        .flatMap(
            fromEnd ->
                lists.stream()
                    .filter(list -> list.size() + fromEnd >= 0)
                    .map(list -> list.get(list.size() + fromEnd)))
        .toList();
  }

  public List<StatementRows> rows() {
    return Merged.rows(
        parts.stream()
            .flatMap(part -> Stream.ofNullable(part.done()))
            .map(AgentDone::rows)
            .toList());
  }

  public List<AgentPart> parts() {
    for (int i = 0; i < parts.size(); i++) {
      parts.get(i).rates(merged.rates(i));
    }
    return List.copyOf(parts);
  }
}
