package io.github.bmt4j.heavy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Standstill;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.outcome.StatementOutcomes;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.SampledServer;
import io.github.bmt4j.sampling.ServerWatch;
import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.HeavyStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The same statement on several connections at the same moment: they are opened first, then begin
 * together, each in a thread of its own.
 */
final class Batch {
  private static final long LOOK_MILLIS = 50;
  private static final long CANCEL_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * How long statements may go on after the user ended the run, and the server was told to end
   * them.
   */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

  private static final int REHEARSALS = 6;
  private static final String DIGITS =
      "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
          + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8"
          + " UNION ALL SELECT 9)";

  /** 10,000 rows of four numbers. */
  private static final String REHEARSAL =
      String.format(
          "SELECT a.n, b.n, c.n, d.n FROM %s a, %s b, %s c, %s d", DIGITS, DIGITS, DIGITS, DIGITS);

  private final Connector connector;
  private final ServerProduct server;
  private final StatementScenario scenario;
  private final Clock clock;
  private final StopSignal stop;
  private final PartSeries series;
  private final LeftoverSessions leftovers;
  private final List<String> problems = new ArrayList<>();
  private boolean silent;

  Batch(
      Connector connector,
      ServerProduct server,
      StatementScenario scenario,
      Context context,
      PartSeries series) {
    this.connector = connector;
    this.server = server;
    this.scenario = scenario;
    this.clock = context.clock();
    this.stop = context.stop();
    this.series = series;
    this.leftovers = new LeftoverSessions(connector, clock);
  }

  /** What may have disturbed statements, in words. */
  List<String> problems() {
    return Stream.concat(leftovers.problems().stream(), problems.stream()).toList();
  }

  /** Whether the server was given up: it answers no more. */
  boolean isSilent() {
    return silent;
  }

  /**
   * Warms up the client with rows that come from no table, so that JVM warm-up is not charged to
   * any statement.
   */
  void rehearse() {
    try (StatementClient client = new StatementClient(connector, clock, stop, null, leftovers)) {
      for (int i = 0; i < REHEARSALS; i++) {
        client.run(REHEARSAL, HeavyStatement.Kind.QUERY, i % 2 == 0);
      }
    }
  }

  /**
   * What came out.
   *
   * @param executions one for each connection, in their order
   * @param answers of the same executions; absent where there was none to keep
   */
  record Outcome(List<Execution> executions, List<@Nullable Answer> answers) {}

  /**
   * Runs it once on each connection, and returns when all have ended.
   *
   * @param name in the server's series
   * @param form as in {@link StatementScenario#forms}
   * @param edge is run twice: just before the statements begin, and when the last one has ended
   */
  Outcome run(String name, HeavyStatement statement, String form, int connections, Runnable edge) {
    CountDownLatch gate = new CountDownLatch(1);
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      parts.add(new Part(statement, form, i + 1, gate));
    }
    parts.forEach(Part::start);
    boolean going = awaitAll(parts, part -> part.ready, new Standstill(clock));
    try (ServerWatch read = series.begin(name, List.of(SampledServer.of(connector)))) {
      edge.run();
      long begin = clock.nanoTime();
      gate.countDown();
      Standstill standstill = new Standstill(clock);
      going = going && awaitAll(parts, part -> part.ended, standstill);
      String stoodStill = standstill.problem();
      if (stoodStill != null) {
        problems.add(stoodStill);
      }
      read.loadEnded(begin, begin);
      edge.run();
      if (going) {
        awaitAll(parts, part -> part.done, new Standstill(clock));
      }
    } finally {
      gate.countDown();
    }
    List<Execution> executions = new ArrayList<>();
    List<@Nullable Answer> answers = new ArrayList<>();
    for (Part part : parts) {
      executions.add(part.execution());
      answers.add(part.answer());
    }
    return new Outcome(executions, answers);
  }

  /**
   * Waits for all parts. When the user ended the run it tells the server to end what is under way,
   * and gives up some time later.
   *
   * @return whether all of them came
   */
  private boolean awaitAll(
      List<Part> parts, Function<Part, CountDownLatch> moment, Standstill standstill) {
    try {
      return awaitAll(parts, moment, new ServerPulse(connector, clock), standstill);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean awaitAll(
      List<Part> parts,
      Function<Part, CountDownLatch> moment,
      ServerPulse pulse,
      Standstill standstill)
      throws InterruptedException {
    long stoppedNanos = Long.MAX_VALUE;
    long nextCancelNanos = 0;
    for (Part part : parts) {
      while (!ended(moment.apply(part), standstill)) {
        if (!stop.given() && !pulse.isSilent()) {
          continue;
        }
        if (!stop.given()) {
          silent = true;
          problems.add(ServerPulse.SILENT + ": it was given up, and may still work on a statement");
          return false;
        }
        long now = clock.nanoTime();
        if (stoppedNanos == Long.MAX_VALUE) {
          stoppedNanos = now;
          nextCancelNanos = now;
        }
        if (now - stoppedNanos > PATIENCE_NANOS) {
          problems.add(
              "a statement had not ended when the run was: the server may still work on it");
          return false;
        }
        if (now - nextCancelNanos >= 0) {
          nextCancelNanos = now + CANCEL_AGAIN_NANOS;
          parts.forEach(Part::cancel);
        }
      }
    }
    return true;
  }

  private static boolean ended(CountDownLatch latch, Standstill standstill)
      throws InterruptedException {
    standstill.waits(LOOK_MILLIS);
    boolean ended = latch.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    standstill.woke();
    return ended;
  }

  /** One connection's part of it. */
  private final class Part {
    private final StatementClient client;
    private final Performance performance;
    private final String form;
    private final int number;
    private final Thread thread;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Execution execution;

    Part(HeavyStatement statement, String form, int number, CountDownLatch gate) {
      this.client =
          new StatementClient(
              connector, clock, stop, scenario.statementTimeoutSeconds(), leftovers);
      this.performance = new Performance(statement, server, clock, client, number);
      this.form = form;
      this.number = number;
      this.thread = new Thread(() -> perform(gate), "bmt-statement-" + number);
      thread.setDaemon(true);
    }

    void start() {
      thread.start();
    }

    /** Asks the server to end it; in a thread of its own, for the server may not answer. */
    void cancel() {
      if (done.getCount() > 0) {
        Thread canceller = new Thread(client::cancel, "bmt-cancel-" + number);
        canceller.setDaemon(true);
        canceller.start();
      }
    }

    /** What came out; of one that did not even end when it was told to, that it was stopped. */
    Execution execution() {
      Execution ended = execution;
      return ended != null
          ? ended
          : performance.notBegun(silent ? lost() : StatementOutcomes.stopped());
    }

    private static StatementOutcome lost() {
      SQLException failure = new SQLException(ServerPulse.SILENT, "08000");
      Failure told = Failure.of(failure, ErrorPhase.STATEMENT);
      return StatementOutcomes.failed(told, -1, OutcomeKind.of(told), "");
    }

    @Nullable Answer answer() {
      return execution == null ? null : performance.answer();
    }

    private void perform(CountDownLatch gate) {
      try (client;
          ControlConnection control = new ControlConnection(connector)) {
        StatementOutcome obstacle;
        try {
          obstacle = performance.begin(control.connection());
        } finally {
          ready.countDown();
        }
        gate.await();
        if (obstacle != null) {
          execution = performance.notBegun(obstacle);
        } else if (form.equals(StatementScenario.PIECES)) {
          execution = performance.pieces(scenario.pieces(), ended::countDown);
        } else {
          execution = performance.whole(ended::countDown);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException | OutOfMemoryError e) {
        execution = performance.notBegun(StatementOutcomes.mistaken(e));
      } finally {
        ended.countDown();
        done.countDown();
      }
    }
  }
}
