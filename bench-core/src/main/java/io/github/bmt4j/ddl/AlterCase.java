package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Case;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterWindow.Seen;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ProcessList;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.load.concurrent.ConcurrentLoad;
import io.github.bmt4j.load.nodes.NodeFigures;
import io.github.bmt4j.load.nodes.NodesWatch;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.statement.RestartWatch;
import io.github.bmt4j.statement.ServerConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does one ALTER after the other: prepares the table, alters it, and examines it. */
final class AlterCase {
  private static final long GONE_PATIENCE_SECONDS = 60;
  private static final long GONE_PATIENCE_SECONDS_AFTER_STOP = 3;

  private final AlterOrder order;
  private final Server owned;
  private final AlterRoom room;
  private final ServerConnections connections;
  private final AlteredTable table;
  private final Context context;
  final PartSeries series;
  private final ServerProduct server;
  private final RestartWatch restarts;
  private final AlterNodes nodes;
  private String database = "";
  private int tools;
  private @Nullable NodeFigures lags;
  private boolean loaded;
  private boolean silent;

  private record Examined(
      @Nullable Boolean changed,
      @Nullable TableFacts after,
      List<Reason> problems,
      List<String> left) {}

  /**
   * State of database and table before an ALTER.
   *
   * @param id of the table
   * @param wanted definition that a tool is to make; absent for others, or if the server did not
   *     show it
   */
  private record Before(
      TableFacts table, List<String> others, @Nullable Long id, @Nullable String wanted) {}

  private static final Examined NOT_EXAMINED =
      new Examined(
          null,
          null,
          List.of(Code.INTERRUPTED.of("the run was ended before the table was checked")),
          List.of());

  /**
   * @param nodes whose lag is watched
   */
  AlterCase(
      AlterOrder order,
      Server owned,
      ServerConnections connections,
      AlteredTable table,
      Context context,
      ServerProduct server,
      AlterNodes nodes) {
    this.nodes = nodes;
    this.order = order;
    this.owned = owned;
    this.room = new AlterRoom(order.scenario().table(), owned.pid().isPresent());
    this.connections = connections;
    this.table = table;
    this.context = context;
    this.series = new PartSeries(order.job().scenario().sampled(), context);
    this.server = server;
    this.restarts = new RestartWatch(context.clock());
  }

  /**
   * Performs the ALTER.
   *
   * @param early receives what is known when the user has ended the run, before the table is
   *     examined: the server may not answer any more
   * @return absent when the user ended the run before it began
   */
  @Nullable Alter perform(Case one, Work work, Consumer<Alter> early) {
    series.into(work.folder().path());
    lags = null;
    List<String> warnings = new ArrayList<>();
    Before before;
    try {
      table.ready(one.change());
      try (Connection connection = connections.open()) {
        database = Objects.requireNonNullElse(connection.getCatalog(), "");
        TableFacts found = table.facts(connection, server, null);
        before =
            new Before(
                found,
                table.others(connection),
                table.id(connection, server),
                one.algorithm() == Algorithm.TOOL
                    ? wanted(connection, one, found, warnings)
                    : null);
        restarts.begin(connection);
      }
    } catch (TargetException | SQLException e) {
      return context.stop().given() ? null : leftOut(one, e, "the table could not be made: ");
    }
    warnings.addAll(room(one));
    List<Reason> problems = new ArrayList<>();
    Consumer<Seen> offer =
        seen -> {
          if (context.stop().given()) {
            early.accept(alter(one, before.table(), seen, NOT_EXAMINED, warnings));
          }
        };
    Seen seen;
    try {
      seen = watched(one, work, offer, problems);
    } catch (TargetException | SQLException e) {
      return context.stop().given() ? null : leftOut(one, e, "");
    }
    if (seen == null) {
      return null;
    }
    if (seen.ending().outcome() != OutcomeKind.REFUSED) {
      table.touched();
    }
    return alter(one, before.table(), seen, examine(one, seen, before, problems), warnings);
  }

  private @Nullable Seen watched(Case one, Work work, Consumer<Seen> offer, List<Reason> problems)
      throws TargetException, SQLException {
    try (NodesWatch watch = nodes.begin(order.job(), context)) {
      Seen seen = run(one, work, offer, problems, watch);
      if (watch != null && seen != null) {
        watch.loadEnded();
        watch.end();
        lags = watch.figures(null);
        problems.addAll(watch.problems(null));
      }
      return seen;
    }
  }

  private @Nullable Seen run(
      Case one, Work work, Consumer<Seen> offer, List<Reason> problems, @Nullable NodesWatch watch)
      throws TargetException, SQLException {
    AlterWindow window =
        new AlterWindow(order, connections, context, server, work.events(), series, watch);
    try (Alteration alteration = alteration(one, work)) {
      if (one.concurrent() == Concurrent.NONE) {
        return run(one, window, alteration, null, offer);
      }
      ConcurrentLoad load =
          ConcurrentLoad.start(
              order.load(one.concurrent()), owned.target(), context.clock(), context.stop());
      Seen seen;
      try (load) {
        seen = run(one, window, alteration, load, offer);
      }
      loaded = true;
      problems.addAll(load.problems());
      return seen;
    }
  }

  private @Nullable Seen run(
      Case one,
      AlterWindow window,
      Alteration alteration,
      @Nullable ConcurrentLoad load,
      Consumer<Seen> offer)
      throws SQLException {
    Seen seen = window.run(one, sql(one), alteration, load, !loaded);
    silent = window.isSilent();
    if (seen != null) {
      // Before the load ends, which may take long, too.
      offer.accept(seen);
    }
    return seen;
  }

  private Alteration alteration(Case one, Work work) throws TargetException, SQLException {
    CommandText tool = order.scenario().tool();
    if (one.algorithm() != Algorithm.TOOL || tool == null) {
      return new AlterStatement(
          connections, context.clock(), sql(one), order.scenario().limits(), server);
    }
    return new AlterTool(
        new ToolCommand(
            tool.reveal(),
            owned.target(),
            database,
            order.scenario().table(),
            one.change().clause()),
        work.folder().path().resolve("tool-" + ++tools + ".log"),
        context.clock(),
        context.stop());
  }

  /** Returns true if the server was given up: further ALTERs would only wait. */
  boolean isSilent() {
    return silent;
  }

  private @Nullable String wanted(
      Connection connection, Case one, TableFacts before, List<String> notes) {
    try {
      return table.wanted(connection, one.change(), before);
    } catch (SQLException e) {
      notes.add(
          "bmt saw that the tool changed the table, not that it made this change: the server"
              + " does not make it on an empty temporary copy: "
              + e.getMessage());
      return null;
    }
  }

  private List<String> room(Case one) {
    try (Connection connection = connections.open()) {
      List<String> warnings = room.warnings(connection, one.change(), one.algorithm());
      warnings.forEach(warning -> context.progress().say("note     " + warning));
      return warnings;
    } catch (SQLException e) {
      return List.of();
    }
  }

  private Alter alter(
      Case one, TableFacts before, Seen seen, Examined examined, List<String> warnings) {
    List<Reason> problems = new ArrayList<>(examined.problems());
    problems.addAll(seen.problems());
    List<String> notes = new ArrayList<>(warnings);
    notes.addAll(seen.notes());
    notes.addAll(undoing(one, examined));
    return new Alter(
        one,
        sql(one),
        seen.ending(),
        examined.changed(),
        before,
        examined.after(),
        seen.load().phases(),
        seen.load().longestStallMs(),
        seen.locks(),
        seen.temporary(),
        seen.progress(),
        seen.load().slices(),
        problems,
        notes,
        examined.left().isEmpty() ? null : examined.left(),
        lags);
  }

  private Examined examine(Case one, Seen seen, Before before, List<Reason> problems) {
    List<String> left = new ArrayList<>();
    boolean lost = seen.givenUp() || seen.ending().outcome() == OutcomeKind.CONNECTION_LOST;
    try (Connection connection = connections.open()) {
      if (lost && !gone(connection, seen.session())) {
        problems.add(
            Code.STATEMENT_FAILED.of(
                words(
                    "the server still worked on it %d s after its connection was lost",
                    patienceSeconds())));
        return new Examined(null, null, problems, left);
      }
      // An ALTER that crashes the server has the outcome of a lost server.
      if (!lost && restarts.isRestarted(connection)) {
        problems.add(
            Code.SERVER_RESTARTED.of(
                "the server was restarted while the ALTER or its load was measured"));
      }
      if (one.algorithm() == Algorithm.TOOL) {
        left.addAll(table.others(connection));
        left.removeAll(before.others());
      }
      TableFacts after = table.facts(connection, server, before.table());
      Boolean changed = changed(connection, one, seen, before, after);
      if (changed != null && !lost && changed != seen.ending().done()) {
        String wanted = before.wanted();
        String made = AlteredTable.form(after.definition());
        problems.add(
            Code.WRONG_ANSWER.of(
                (one.algorithm() == Algorithm.TOOL ? "the tool " : "the statement ")
                    + (changed
                        ? "failed, but the table has the new definition"
                        : made.equals(wanted)
                            ? "succeeded, but nothing shows that it rebuilt the table"
                            : "succeeded, but the table does not have the new definition"
                                + AlteredTable.difference(wanted, made))));
      }
      if (order.keepsRows(one) && !Objects.equals(before.table().rows(), after.rows())) {
        problems.add(
            Code.TABLES_DIFFER.of(
                words(
                    "the table had %,d rows before it and has %,d after it",
                    before.table().rows(), after.rows())));
      }
      return new Examined(changed, after, problems, left);
    } catch (SQLException e) {
      problems.add(
          Code.SERVER_LOST.of("the table could not be examined afterwards: " + e.getMessage()));
      return new Examined(null, null, problems, left);
    }
  }

  /**
   * The user's own change is seen in the definition, unless a statement leaves that as it is. A
   * tool may do anything: it is to make the definition that the server makes, and to change or
   * rebuild the table.
   */
  private @Nullable Boolean changed(
      Connection connection, Case one, Seen seen, Before before, TableFacts after)
      throws SQLException {
    Boolean proven = table.changed(connection, one.change());
    boolean differs = !Objects.equals(before.table().definition(), after.definition());
    if (one.algorithm() == Algorithm.TOOL) {
      String wanted = before.wanted();
      return (differs || !Objects.equals(before.id(), table.id(connection, server)))
          && (wanted == null
              ? !Boolean.FALSE.equals(proven)
              : AlteredTable.form(after.definition()).equals(wanted));
    }
    if (proven != null || differs) {
      return Objects.requireNonNullElse(proven, true);
    }
    return seen.ending().done() ? null : (Boolean) false;
  }

  /** A server may still run a statement whose client is gone. */
  private boolean gone(Connection connection, long session) throws SQLException {
    long begin = context.clock().nanoTime();
    return ProcessList.awaitGone(
        connection,
        session,
        context.clock(),
        () -> context.clock().nanoTime() - begin >= TimeUnit.SECONDS.toNanos(patienceSeconds()));
  }

  private long patienceSeconds() {
    return context.stop().given() ? GONE_PATIENCE_SECONDS_AFTER_STOP : GONE_PATIENCE_SECONDS;
  }

  private List<String> undoing(Case one, Examined examined) {
    boolean stays = order.scenario().onExisting() && !Boolean.FALSE.equals(examined.changed());
    String undo = stays ? one.change().undoSql(order.sqlTable()) : null;
    return undo == null ? List.of() : List.of("the table stays as it is now; undo it with " + undo);
  }

  private String sql(Case one) {
    return one.algorithm() == Algorithm.TOOL
        ? String.valueOf(order.scenario().tool())
        : one.change().sql(order.sqlTable(), one.algorithm(), order.scenario().lock());
  }

  private Alter leftOut(Case one, Exception failure, String what) {
    table.touched();
    silent = failure.getCause() instanceof ServerPulse.Silent;
    String why = what + failure.getMessage();
    return Alter.leftOut(
        one, sql(one), StatementOutcome.leftOut(why.strip().replaceAll("\\s+", " ")));
  }
}
