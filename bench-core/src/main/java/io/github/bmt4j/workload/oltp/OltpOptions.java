package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.WorkloadInfo;
import java.util.List;
import java.util.stream.Stream;

/**
 * The options that all OLTP workloads take, as sysbench's do: each takes all, even those without a
 * meaning for it.
 */
record OltpOptions(
    int tables,
    long tableSize,
    long rangeSize,
    boolean rangeSelects,
    boolean autoInc,
    boolean skipTrx,
    Params params) {
  private static final int MAX_TABLES = 100_000;
  private static final int MAX_REPEATS = 1_000_000;

  static OltpOptions of(Params params) {
    return new OltpOptions(
        params.integer("tables"),
        params.number("table-size"),
        params.number("range-size"),
        params.flag("range-selects"),
        params.flag("auto-inc"),
        params.flag("skip-trx"),
        params);
  }

  /** The common options, those of the random numbers among them, and a workload's own. */
  static List<DeclaredOption<?>> specs(DeclaredOption<?>... own) {
    return specs(MAX_TABLES, own);
  }

  /** The options of a workload that works on one table only. */
  static List<DeclaredOption<?>> oneTableSpecs(DeclaredOption<?>... own) {
    return specs(1, own);
  }

  /** An option for the number of times that a transaction repeats a step. */
  static DeclaredOption<?> repeats(String name, long defaultValue, String description) {
    return DeclaredOption.integer(name, defaultValue, 0, MAX_REPEATS, description);
  }

  private static List<DeclaredOption<?>> specs(int maxTables, DeclaredOption<?>... own) {
    return Stream.of(common(maxTables), KeyDistribution.PARAMS, List.of(own))
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeclaredOption<?>> common(int maxTables) {
    return List.of(
        DeclaredOption.integer("tables", 1, 1, maxTables, "number of tables"),
        DeclaredOption.integer(
            "table-size", 10_000, 1, Integer.MAX_VALUE - 1, "rows in each table"),
        DeclaredOption.integer(
            "range-size", 100, 1, Integer.MAX_VALUE, "ids in the range of a SELECT"),
        repeats("point-selects", 10, "point SELECTs in a transaction"),
        repeats("simple-ranges", 1, "simple range SELECTs in a transaction"),
        repeats("sum-ranges", 1, "SELECT SUM()s in a transaction"),
        repeats("order-ranges", 1, "SELECT ORDER BYs in a transaction"),
        repeats("distinct-ranges", 1, "SELECT DISTINCTs in a transaction"),
        DeclaredOption.flag("range-selects", true, "do the range SELECTs"),
        repeats("index-updates", 1, "UPDATEs of the indexed column in a transaction"),
        repeats("non-index-updates", 1, "UPDATEs of another column in a transaction"),
        repeats("delete-inserts", 1, "pairs of DELETE and INSERT in a transaction"),
        DeclaredOption.flag(
            "skip-trx", false, "send no BEGIN and COMMIT: each statement commits itself"),
        DeclaredOption.flag("auto-inc", true, "make id an AUTO_INCREMENT column"),
        DeclaredOption.flag(
            "secondary", false, "put a plain index on id in place of the primary key"),
        DeclaredOption.flag("create-secondary", true, "put an index on k"),
        WorkloadInfo.STORAGE_ENGINE);
  }
}
