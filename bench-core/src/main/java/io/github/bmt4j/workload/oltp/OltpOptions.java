package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.ParamSpec;
import io.github.bmt4j.workload.Params;
import java.util.List;
import java.util.stream.Stream;

/**
 * The options that all OLTP workloads take, as sysbench's do: each takes all, also those without a
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
  static List<ParamSpec> specs(ParamSpec... own) {
    return specs(MAX_TABLES, own);
  }

  /** The same, for a workload that works on one table only. */
  static List<ParamSpec> oneTableSpecs(ParamSpec... own) {
    return specs(1, own);
  }

  /** An option that says how often a transaction does something. */
  static ParamSpec repeats(String name, long defaultValue, String description) {
    return ParamSpec.integer(name, defaultValue, 0, MAX_REPEATS, description);
  }

  private static List<ParamSpec> specs(int maxTables, ParamSpec... own) {
    return Stream.of(common(maxTables), KeyDistribution.PARAMS, List.of(own))
        .flatMap(List::stream)
        .toList();
  }

  private static List<ParamSpec> common(int maxTables) {
    return List.of(
        ParamSpec.integer("tables", 1, 1, maxTables, "number of tables"),
        ParamSpec.integer("table-size", 10_000, 1, Integer.MAX_VALUE - 1, "rows in each table"),
        ParamSpec.integer("range-size", 100, 1, Integer.MAX_VALUE, "ids in the range of a SELECT"),
        repeats("point-selects", 10, "point SELECTs in a transaction"),
        repeats("simple-ranges", 1, "simple range SELECTs in a transaction"),
        repeats("sum-ranges", 1, "SELECT SUM()s in a transaction"),
        repeats("order-ranges", 1, "SELECT ORDER BYs in a transaction"),
        repeats("distinct-ranges", 1, "SELECT DISTINCTs in a transaction"),
        ParamSpec.flag("range-selects", true, "do the range SELECTs"),
        repeats("index-updates", 1, "UPDATEs of the indexed column in a transaction"),
        repeats("non-index-updates", 1, "UPDATEs of another column in a transaction"),
        repeats("delete-inserts", 1, "pairs of DELETE and INSERT in a transaction"),
        ParamSpec.flag(
            "skip-trx", false, "send no BEGIN and COMMIT: each statement commits itself"),
        ParamSpec.flag("auto-inc", true, "make id an AUTO_INCREMENT column"),
        ParamSpec.flag("secondary", false, "put a plain index on id in place of the primary key"),
        ParamSpec.flag("create-secondary", true, "put an index on k"),
        ParamSpec.STORAGE_ENGINE);
  }
}
