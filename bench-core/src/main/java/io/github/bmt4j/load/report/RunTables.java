package io.github.bmt4j.load.report;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.load.run.ShareFigures;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.workload.StatementRows;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of a run; each only if the run has its figures. */
final class RunTables {
  private RunTables() {}

  static String of(RunResult result, int columns) {
    return Stream.concat(ofTransactions(result).stream(), byEndpoint(result.endpoints()).stream())
        .map(table -> table.text(columns))
        .collect(Collectors.joining());
  }

  static List<Grid> ofTransactions(RunResult result) {
    return Stream.of(
            byKind(result.kinds()),
            shares(result.shares()),
            rows(result.rows()),
            byStatement(result.statements()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static <T> Optional<Grid> grid(@Nullable List<T> rows, String title, Columns<T> table) {
    return Optional.ofNullable(rows).map(all -> table.grid(title, all));
  }

  static Optional<Grid> byKind(@Nullable List<KindFigures> kinds) {
    return grid(
        kinds,
        "By kind of transaction",
        new Columns<KindFigures>()
            .column("by kind", -14, 0, row -> row.kind())
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
            .column("rollbacks", 9, 2, row -> count(row.rollbacks())));
  }

  private static Optional<Grid> shares(@Nullable List<ShareFigures> shares) {
    return grid(
        shares,
        "Shares",
        new Columns<ShareFigures>()
            .column("shares", -38, 0, row -> row.name())
            .column("hits", 11, 2, row -> count(row.hits()))
            .column("of", 12, 1, row -> count(row.trials()))
            .column("share", 9, 0, row -> row.amount(row.share()))
            .column("limits", 16, 0, ShareFigures::limits)
            .column("", -10, 0, row -> row.kept().word()));
  }

  private static Optional<Grid> rows(@Nullable List<StatementRows> rows) {
    return grid(
        rows,
        "Executions and rows",
        new Columns<StatementRows>()
            .column("executions, rows", -38, 0, row -> row.statement())
            .column("with warm-up", 12, 0, row -> count(row.executions()))
            .column("rows/exec", 10, 0, row -> each(row.rows(), row.executions()))
            .column("changed/exec", 12, 0, row -> each(row.affected(), row.executions())));
  }

  private static String each(long rows, long executions) {
    return executions == 0
        ? "-"
        : number(rows % executions == 0 ? "%,.0f" : "%,.2f", (double) rows / executions);
  }

  private static Optional<Grid> byStatement(@Nullable List<StatementTimes> statements) {
    return grid(
        statements,
        "By statement",
        new Columns<StatementTimes>()
            .column("by statement", -14, 0, row -> row.statement())
            .column("kind", -5, 3, StatementTimes::kind)
            .column("count", 12, 0, row -> count(row.service().count()))
            .column("min", 9, 2, row -> millis(row.service().min()))
            .column("mean", 9, 0, row -> millis(row.service().mean()))
            .column("p50", 9, 1, row -> millis(row.service().p50()))
            .column("p95", 9, 0, row -> millis(row.service().p95()))
            .column("p99", 9, 0, row -> millis(row.service().p99()))
            .column("max", 9, 0, row -> millis(row.service().max())));
  }

  static Optional<Grid> byEndpoint(@Nullable List<EndpointFigures> endpoints) {
    return grid(
        endpoints,
        "By endpoint",
        new Columns<EndpointFigures>()
            .column("by endpoint", -14, 0, row -> row.url() + ", " + row.server())
            .column("threads", 7, 0, row -> count((long) row.threads()))
            .columnIf(
                endpoints != null
                    && endpoints.stream().anyMatch(row -> row.elapsedSeconds() != null),
                "elapsed s",
                9,
                0,
                row -> number("%,.3f", row.elapsedSeconds()))
            .column("transactions", 14, 3, row -> count(row.transactions()))
            .column("queries", 14, 4, row -> count(row.queries()))
            .column("tps", 11, 0, row -> number("%,.2f", row.tps()))
            .column("qps", 12, 1, row -> number("%,.2f", row.qps()))
            .column("errors", 7, 0, row -> count(row.errors()))
            .column("reconnects", 10, 2, row -> count(row.reconnects()))
            .column("p50 ms", 9, 0, row -> millis(row.response().p50()))
            .column("p95 ms", 9, 0, row -> millis(row.response().p95()))
            .column("p99 ms", 9, 0, row -> millis(row.response().p99()))
            .column("max ms", 9, 0, row -> millis(row.response().max())));
  }
}
