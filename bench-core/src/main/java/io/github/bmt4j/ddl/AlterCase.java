package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.ddl.AlterOrder.Case;
import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterWindow.Seen;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.load.run.Beside;
import io.github.bmt4j.load.run.BesideLoad;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcomes;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.server.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does one ALTER after the other: gets the table ready, alters it, and looks what became of it. */
final class AlterCase {
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long GONE_PATIENCE_SECONDS = 60;
  private static final long GONE_PATIENCE_SECONDS_AFTER_STOP = 3;

  private final AlterOrder order;
  private final Server owned;
  private final AlterRoom room;
  private final AlterConnections connections;
  private final AlteredTable table;
  private final Progress progress;
  private final Context context;
  private final PartSeries series;
  private final Clock clock;
  private final StopSignal stop;
  private final ServerProduct server;
  private boolean loaded;
  private ServerCounters counters = new ServerCounters(Map.of());
  private long countersNanos;

  /** What a table was and what became of it. */
  private record Outcome(
      @Nullable Boolean changed, @Nullable TableFacts after, List<String> problems) {}

  private static final Outcome UNLOOKED =
      new Outcome(null, null, List.of("the run was ended before the table was checked"));

  AlterCase(
      AlterOrder order,
      Server owned,
      AlterConnections connections,
      AlteredTable table,
      Context context,
      ServerProduct server) {
    this.order = order;
    this.owned = owned;
    this.room = new AlterRoom(order.table(), owned.pid().isPresent());
    this.connections = connections;
    this.table = table;
    this.progress = context.progress();
    this.context = context;
    this.series = new PartSeries(order.job().scenario().client().sampled(), context);
    this.clock = context.clock();
    this.stop = context.stop();
    this.server = server;
  }

  /**
   * Does it, whatever comes of it.
   *
   * @param unlooked gets what is known when the user has ended the run, before anybody looks at the
   *     table: the server may not answer any more
   * @return absent when the user ended the run before it began
   */
  @Nullable Alter perform(Case one, Work work, Consumer<Alter> unlooked) {
    series.into(work.folder().path());
    TableFacts before;
    try {
      table.ready(one.change());
      try (Connection connection = connections.open()) {
        before = table.facts(connection, server, null);
        counters = ServerCounters.read(connection);
        countersNanos = clock.nanoTime();
      }
    } catch (TargetException | SQLException e) {
      return stop.given() ? null : leftOut(one, "the table could not be made: " + e.getMessage());
    }
    List<String> warnings = room(one);
    String sql = sql(one);
    AlterWindow course =
        new AlterWindow(order, connections, context, server, work.events(), series);
    List<String> problems = new ArrayList<>();
    Consumer<Seen> early = told -> unlooked.accept(alter(one, before, told, UNLOOKED, warnings));
    Seen seen;
    try {
      if (one.withLoad()) {
        BesideLoad load = BesideLoad.start(order.job(), owned.target(), clock, stop);
        try (load) {
          seen = course.run(sql, name(one), load, !loaded);
          // The load may take long to end, too.
          offer(seen, early);
        }
        loaded = true;
        problems.addAll(load.problems());
      } else {
        seen = course.run(sql, name(one), null, false);
        offer(seen, early);
      }
    } catch (TargetException | SQLException e) {
      return stop.given() ? null : leftOut(one, String.valueOf(e.getMessage()));
    }
    if (seen == null) {
      return null;
    }
    if (!seen.ending().outcome().equals(OutcomeKind.REFUSED.word())) {
      table.touched();
    }
    Outcome outcome = look(one, seen, before);
    problems.addAll(outcome.problems());
    return alter(
        one, before, seen, new Outcome(outcome.changed(), outcome.after(), problems), warnings);
  }

  /** The servers' series of all ALTERs so far. */
  PartSeries series() {
    return series;
  }

  private String name(Case one) {
    return one.change().word()
        + "/"
        + one.algorithm()
        + " "
        + order.beside(one.withLoad()).replaceFirst("_.*", "");
  }

  private void offer(@Nullable Seen seen, Consumer<Seen> taker) {
    if (seen != null && stop.given()) {
      taker.accept(seen);
    }
  }

  /** Says aloud what it may lack, before it begins. */
  private List<String> room(Case one) {
    try (Connection connection = connections.open()) {
      List<String> warnings = room.warnings(connection, one.change(), one.algorithm());
      warnings.forEach(warning -> progress.say("note     " + warning));
      return warnings;
    } catch (SQLException e) {
      return List.of();
    }
  }

  private Alter alter(
      Case one, TableFacts before, Seen seen, Outcome outcome, List<String> warnings) {
    List<String> problems = new ArrayList<>(outcome.problems());
    if (seen.stoodStill() != null) {
      problems.add(seen.stoodStill());
    }
    seen.load().stream()
        .filter(phase -> phase.phase().equals("before") && phase.transactions() == 0)
        .forEach(phase -> problems.add("no transaction of the load ended before it"));
    List<String> notes = new ArrayList<>(warnings);
    notes.addAll(seen.notes());
    notes.addAll(undoing(one, outcome));
    return new Alter(
        one.change().word(),
        one.algorithm(),
        order.beside(one.withLoad()),
        one.repetition(),
        sql(one),
        seen.ending(),
        outcome.changed(),
        before,
        outcome.after(),
        seen.load(),
        seen.longestStallMs(),
        seen.locks(),
        AlterFigures.temporary(seen.looks()),
        AlterFigures.progress(seen.looks(), seen.fromNanos(), seen.toNanos()),
        seen.slices(),
        List.copyOf(problems),
        notes);
  }

  /** Looks at the table, and whether it is as the ALTER's end says. */
  private Outcome look(Case one, Seen seen, TableFacts before) {
    List<String> problems = new ArrayList<>();
    boolean lost =
        seen.givenUp() || seen.ending().outcome().equals(OutcomeKind.CONNECTION_LOST.word());
    try (Connection connection = connections.open()) {
      if (lost && !gone(connection, seen.session())) {
        problems.add(
            String.format(
                Locale.ROOT,
                "the server still worked on it %d s after its connection was lost",
                patienceSeconds()));
        return new Outcome(null, null, problems);
      }
      double seconds = (clock.nanoTime() - countersNanos) / 1e9;
      // That it takes the server with it is what came of the ALTER itself.
      if (!lost && ServerCounters.read(connection).isRestarted(counters, seconds)) {
        problems.add("the server was restarted while the ALTER or its load was measured");
      }
      Boolean changed = table.changed(connection, one.change());
      TableFacts after = table.facts(connection, server, before);
      if (changed != null && !lost && changed != seen.ending().done()) {
        problems.add(
            changed
                ? "the statement failed, but the table has the new definition"
                : "the statement succeeded, but the table does not have the new definition");
      }
      if (!Objects.equals(before.rows(), after.rows())) {
        problems.add(
            String.format(
                Locale.ROOT,
                "the table had %,d rows before it and has %,d after it",
                before.rows(),
                after.rows()));
      }
      return new Outcome(changed, after, problems);
    } catch (SQLException e) {
      problems.add("the table could not be examined afterwards: " + e.getMessage());
      return new Outcome(null, null, problems);
    }
  }

  /** A server may go on with a statement whose client is gone. */
  private boolean gone(Connection connection, long session) throws SQLException {
    long begin = clock.nanoTime();
    return ProcessList.awaitGone(
        connection,
        session,
        clock,
        () -> clock.nanoTime() - begin >= patienceSeconds() * SECOND_NANOS);
  }

  private long patienceSeconds() {
    return stop.given() ? GONE_PATIENCE_SECONDS_AFTER_STOP : GONE_PATIENCE_SECONDS;
  }

  private List<String> undoing(Case one, Outcome outcome) {
    boolean stays = order.onExisting() && !Boolean.FALSE.equals(outcome.changed());
    String undo = stays ? one.change().undoSql(order.sqlTable()) : null;
    return undo == null ? List.of() : List.of("the table stays as it is now; undo it with " + undo);
  }

  private String sql(Case one) {
    return one.change().sql(order.sqlTable(), one.algorithm(), order.lock());
  }

  private Alter leftOut(Case one, String why) {
    table.touched();
    return new Alter(
        one.change().word(),
        one.algorithm(),
        order.beside(one.withLoad()),
        one.repetition(),
        sql(one),
        StatementOutcomes.leftOut(why.strip().replaceAll("\\s+", " ")),
        null,
        null,
        null,
        List.<Beside>of(),
        null,
        null,
        null,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }
}
