package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.preflight.ServerSpace;
import io.github.bmt4j.preflight.SpaceEstimate;
import io.github.bmt4j.preflight.SpaceNeed;
import io.github.bmt4j.preflight.TableSize;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.HeavyStatement.KeptAside;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Warnings about times of statements, known before the first statement. */
final class StatementWarnings {
  /** A statement that takes less than this share of a window is too short for it. */
  private static final double LEAST_SHARE = 0.8;

  /** A load whose throughput changes by more than this share is not steady. */
  private static final double STEADY_SHARE = 0.1;

  private StatementWarnings() {}

  static List<String> before(StatementOrder order, ServerProduct server, Target target) {
    StatementScenario scenario = order.scenario();
    List<String> notes = new ArrayList<>(EnvironmentReader.notes(target));
    boolean writes =
        order.statements().stream()
            .anyMatch(statement -> statement.kind() == HeavyStatement.Kind.TEMPORARY_TABLE);
    if (scenario.timed().statementTimeoutSeconds() != null && !server.isMariaDb() && writes) {
      notes.add(
          "this server's max_execution_time holds for SELECT only: temporary tables are not limited"
              + " by --statement-timeout");
    }
    if (scenario.timed().forms().contains(Form.PIECES)
        && order.statements().stream()
            .anyMatch(
                statement -> statement.pieces(server, scenario.timed().pieces()).size() == 1)) {
      notes.add(
          "nothing is taken apart: pieces are ranges of warehouses, and so few rows have one"
              + " warehouse");
    }
    return notes;
  }

  static List<String> room(StatementOrder order, Connection connection, boolean here)
      throws SQLException {
    ServerSpace space = ServerSpace.read(connection, here);
    List<String> notes = new ArrayList<>();
    for (HeavyStatement statement : order.statements()) {
      Optional<KeptAside> aside = statement.keptAside();
      Optional<TableSize> size =
          aside.isEmpty()
              ? Optional.empty()
              : TableSize.read(connection, aside.orElseThrow().table());
      if (size.isPresent()) {
        notes.addAll(
            SpaceEstimate.warnings(
                need(statement, aside.orElseThrow(), size.orElseThrow()), space));
      }
    }
    return notes;
  }

  private static SpaceNeed need(HeavyStatement statement, KeptAside aside, TableSize size) {
    return statement.kind() == HeavyStatement.Kind.TEMPORARY_TABLE
        ? SpaceNeed.temporaryTable(size.dataBytes())
        : SpaceNeed.sort(size.rows(), size.rowBytes(), aside.limit());
  }

  static List<String> after(List<Timing> timings, List<ConcurrentPhase> baseline) {
    Set<String> notes = new LinkedHashSet<>();
    for (Timing timing : timings) {
      double share = shareOfWindow(timing);
      if (share < LEAST_SHARE && !timing.executions().isEmpty()) {
        notes.add(
            words(
                "%s (%s, %d conn) ran in less than %.0f %% of the time over which its concurrent"
                    + " load was measured: what it did to the load is more than the figures say",
                timing.variant().statement(),
                timing.variant().form().word(),
                timing.variant().connections(),
                100 * LEAST_SHARE));
      }
    }
    Double before = baseline.isEmpty() ? null : baseline.get(0).tps();
    Double after = baseline.isEmpty() ? null : baseline.get(baseline.size() - 1).tps();
    if (before != null
        && after != null
        && Math.abs(before - after) > STEADY_SHARE * Math.max(before, after)) {
      notes.add(
          words(
              "the load that ran with the statements was not steady: alone it did %,.0f tps before"
                  + " and %,.0f after",
              before, after));
    }
    return List.copyOf(notes);
  }

  private static double shareOfWindow(Timing timing) {
    ConcurrentPhase oltp = timing.oltp();
    double longest =
        timing.executions().stream()
            .map(Execution::lastRowMs)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(-1);
    return oltp == null || oltp.seconds() <= 0 || longest < 0 ? 1 : longest / 1000 / oltp.seconds();
  }
}
