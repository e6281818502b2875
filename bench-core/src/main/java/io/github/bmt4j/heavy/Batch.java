package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.SampledServer;
import io.github.bmt4j.sampling.ServerWatch;
import io.github.bmt4j.statement.ServerConnections;
import io.github.bmt4j.statement.StatementWait;
import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.HeavyStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The same statement on several connections at the same moment: they are opened first, then begin
 * together, each in a thread of its own.
 */
final class Batch {
  private static final int REHEARSALS = 6;
  private static final String DIGITS =
      "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
          + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8"
          + " UNION ALL SELECT 9)";

  /** 10,000 rows of four numbers. */
  private static final String REHEARSAL =
      words(
          "SELECT a.n, b.n, c.n, d.n FROM %s a, %s b, %s c, %s d", DIGITS, DIGITS, DIGITS, DIGITS);

  private final ServerConnections connections;
  private final ServerProduct server;
  private final StatementScenario scenario;
  private final Clock clock;
  private final PartSeries series;
  private final List<Reason> problems = new CopyOnWriteArrayList<>();
  private boolean silent;

  Batch(
      Connector connector,
      ServerProduct server,
      StatementScenario scenario,
      Context context,
      PartSeries series) {
    this.connections = new ServerConnections(connector, context.stop(), null);
    this.server = server;
    this.scenario = scenario;
    this.clock = context.clock();
    this.series = series;
  }

  List<Reason> problems() {
    return List.copyOf(problems);
  }

  /** Returns true if the server was given up: it answers no more. */
  boolean isSilent() {
    return silent;
  }

  /**
   * Warms up the client with rows from no table, so that JVM warm-up is not charged to any
   * statement.
   */
  void rehearse() {
    try (StatementClient client = new StatementClient(connections, clock, null, problems)) {
      for (int i = 0; i < REHEARSALS; i++) {
        client.run(REHEARSAL, HeavyStatement.Kind.QUERY, i % 2 == 0);
      }
    }
  }

  record Performed(Execution execution, @Nullable AnswerRows answer) {}

  /**
   * Runs a statement once on each of a number of connections, and returns when all have ended.
   *
   * @param name in the server's series
   * @param edge called twice: just before the statements begin, and when the last one has ended
   */
  List<Performed> run(String name, HeavyStatement statement, Form form, int number, Runnable edge) {
    CompletableFuture<Boolean> gate = new CompletableFuture<>();
    List<Part> parts = new ArrayList<>();
    for (int i = 1; i <= number; i++) {
      parts.add(new Part(statement, form, i, gate));
    }
    parts.forEach(part -> part.thread.start());
    boolean going = awaitAll(parts, part -> part.ready, newWait());
    try (ServerWatch read =
        series.begin(name, List.of(SampledServer.of(connections.connector())))) {
      edge.run();
      long begin = clock.nanoTime();
      gate.complete(going);
      StatementWait wait = newWait();
      going = going && awaitAll(parts, part -> part.ended, wait);
      Stream.ofNullable(wait.stoodStill()).forEach(problems::add);
      read.loadEnded(begin, begin, clock.nanoTime());
      edge.run();
      if (going) {
        awaitAll(parts, part -> part.done, newWait());
      }
    } finally {
      gate.complete(false);
    }
    return parts.stream().map(part -> new Performed(part.execution(), part.answer())).toList();
  }

  private StatementWait newWait() {
    return new StatementWait(connections, clock);
  }

  private boolean awaitAll(
      List<Part> parts, Function<Part, CountDownLatch> moment, StatementWait wait) {
    StatementWait.End end =
        wait.await(
            parts.stream().map(moment).toList(),
            why -> parts.forEach(part -> part.client.cancel(() -> part.ended.getCount() == 0)));
    if (end == StatementWait.End.SILENT) {
      silent = true;
      problems.add(
          Code.SERVER_LOST.of(
              ServerPulse.SILENT + ": it was given up, and may still work on a statement"));
    } else if (end == StatementWait.End.NOT_ENDED) {
      problems.add(
          Code.STATEMENT_FAILED.of(
              "a statement had not ended when the run was: the server may still work on it"));
    }
    return end == StatementWait.End.ENDED;
  }

  private final class Part {
    private final StatementClient client;
    private final Performance performance;
    private final Form form;
    private final Thread thread;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Execution execution;

    Part(HeavyStatement statement, Form form, int number, CompletableFuture<Boolean> gate) {
      this.client =
          new StatementClient(
              connections, clock, scenario.timed().statementTimeoutSeconds(), problems);
      this.performance = new Performance(statement, server, clock, client, number);
      this.form = form;
      this.thread = Daemon.thread("bmt-statement-" + number, () -> perform(gate));
    }

    Execution execution() {
      Execution ended = execution;
      return ended != null
          ? ended
          : performance.notBegun(silent ? lost() : StatementOutcome.stopped());
    }

    private static StatementOutcome lost() {
      return StatementClient.notOpened(new ServerPulse.Silent(), ErrorPhase.STATEMENT);
    }

    @Nullable AnswerRows answer() {
      return execution == null ? null : performance.answer();
    }

    private void perform(CompletableFuture<Boolean> gate) {
      try (client;
          Connection control = connections.tryOpen()) {
        StatementOutcome obstacle;
        try {
          obstacle = performance.begin(control);
        } finally {
          ready.countDown();
        }
        boolean begins = gate.join();
        if (obstacle != null) {
          execution = performance.notBegun(obstacle);
        } else if (!begins) {
          return; // Some are not ready, and the batch was given up.
        } else if (form == Form.PIECES) {
          execution = performance.pieces(scenario.timed().pieces(), ended::countDown);
        } else {
          execution = performance.whole(ended::countDown);
        }
      } catch (SQLException e) {
        // Thrown on closing only; its execution is known.
      } catch (RuntimeException | OutOfMemoryError e) {
        execution = performance.notBegun(StatementOutcome.mistaken(e));
      } finally {
        ended.countDown();
        done.countDown();
      }
    }
  }
}
