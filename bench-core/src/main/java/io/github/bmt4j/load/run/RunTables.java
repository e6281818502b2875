package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.report.Table;
import io.github.bmt4j.workload.StatementRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of a run as text, each of them only where the run has what it shows. */
final class RunTables {
  private RunTables() {}

  /** All of them. */
  static String of(RunResult result, int columns) {
    return ofTransactions(result, columns) + byEndpoint(result.endpoints(), columns);
  }

  /** Those of what the transactions were and did. */
  static String ofTransactions(RunResult result, int columns) {
    return byKind(result.kinds(), columns)
        + shares(result.shares(), columns)
        + rows(result.rows(), columns)
        + byStatement(result, columns);
  }

  /** Figures of each kind of transaction; nothing where all are of one kind. */
  static String byKind(@Nullable List<KindFigures> kinds, int columns) {
    return kinds == null
        ? ""
        : new Table<KindFigures>(columns)
            .column("  by kind", -16, 0, row -> "  " + row.kind())
            .column("count", 11, 0, row -> count(row.transactions()))
            .column(
                "share",
                7,
                2,
                row -> row.share() == null ? "-" : words("%.1f %%", 100 * row.share()))
            .column("tps", 10, 0, row -> number("%,.2f", row.tps()))
            .column("mean", 9, 3, row -> millis(row.response().mean()))
            .column("p50", 9, 1, row -> millis(row.response().p50()))
            .column("p90", 9, 4, row -> millis(row.response().p90()))
            .column("p95", 9, 0, row -> millis(row.response().p95()))
            .column("p99", 9, 0, row -> millis(row.response().p99()))
            .column("max", 9, 0, row -> millis(row.response().max()))
            .column("not OK", 8, 0, row -> count(row.failed() + row.unknown()))
            .column("retries", 7, 1, row -> count(row.retries()))
            .column("rollbacks", 9, 2, row -> count(row.rollbacks()))
            .text(kinds);
  }

  /** Shares that the workload's transactions must keep to; nothing where it has none. */
  private static String shares(@Nullable List<ShareFigures> shares, int columns) {
    return shares == null
        ? ""
        : new Table<ShareFigures>(columns)
            .column("  shares", -40, 0, row -> "  " + row.name())
            .column("hits", 11, 2, row -> count(row.hits()))
            .column("of", 12, 1, row -> count(row.trials()))
            .column("share", 9, 0, row -> row.amount(row.share()))
            .column("limits", 16, 0, ShareFigures::limits)
            .column("", -10, 0, row -> row.kept().word())
            .text(shares);
  }

  /** What the statements of the user's own SQL found and changed; nothing for other workloads. */
  private static String rows(@Nullable List<StatementRows> rows, int columns) {
    return rows == null
        ? ""
        : new Table<StatementRows>(columns)
            .column("  executions, rows", -40, 0, row -> "  " + row.statement())
            .column("with warm-up", 12, 0, row -> count(row.executions()))
            .column("rows/exec", 10, 0, row -> each(row.rows(), row.executions()))
            .column("changed/exec", 12, 0, row -> each(row.affected(), row.executions()))
            .text(rows);
  }

  private static String each(long rows, long executions) {
    return executions == 0
        ? "-"
        : number(rows % executions == 0 ? "%,.0f" : "%,.2f", (double) rows / executions);
  }

  private static String byStatement(RunResult result, int columns) {
    List<StatementTimes> statements = result.statements();
    return statements == null
        ? ""
        : new Table<StatementTimes>(columns)
            .column("  by statement", -16, 0, row -> "  " + row.statement())
            .column("kind", -5, 3, StatementTimes::kind)
            .column("count", 12, 0, row -> count(row.service().count()))
            .column("min", 9, 2, row -> millis(row.service().min()))
            .column("mean", 9, 0, row -> millis(row.service().mean()))
            .column("p50", 9, 1, row -> millis(row.service().p50()))
            .column("p95", 9, 0, row -> millis(row.service().p95()))
            .column("p99", 9, 0, row -> millis(row.service().p99()))
            .column("max", 9, 0, row -> millis(row.service().max()))
            .text(statements);
  }

  /** Figures of each endpoint; nothing where there was but one. */
  static String byEndpoint(@Nullable List<EndpointFigures> endpoints, int columns) {
    return endpoints == null
        ? ""
        : new Table<EndpointFigures>(columns)
            .column("  by endpoint", -16, 0, row -> "  " + row.url() + ", " + row.server())
            .column("threads", 7, 0, row -> count((long) row.threads()))
            .column("transactions", 14, 3, row -> count(row.transactions()))
            .column("queries", 14, 4, row -> count(row.queries()))
            .column("tps", 11, 0, row -> number("%,.2f", row.tps()))
            .column("qps", 12, 1, row -> number("%,.2f", row.qps()))
            .column("errors", 7, 0, row -> count(row.errors()))
            .column("reconnects", 10, 2, row -> count(row.reconnects()))
            .column("p50 ms", 9, 0, row -> millis(row.response().p50()))
            .column("p95 ms", 9, 0, row -> millis(row.response().p95()))
            .column("p99 ms", 9, 0, row -> millis(row.response().p99()))
            .column("max ms", 9, 0, row -> millis(row.response().max()))
            .text(endpoints);
  }
}
