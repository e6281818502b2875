package io.github.bmt4j.workload.tpcc;

/**
 * Which tables a TPC-C database has, and what is in them.
 *
 * @param sets how many databases of nine tables, whose names end in 1, 2 and so on
 * @param foreignKeys whether the ten foreign keys are made after the rows
 * @param historyId whether the table of payments has an id as its primary key, or no key
 * @param sysbench whether columns and values are those of sysbench-tpcc, or the specification's
 * @param tableOptions what else follows a table's definition
 */
record TpccLayout(
    int sets,
    int warehouses,
    boolean foreignKeys,
    boolean historyId,
    boolean sysbench,
    String engine,
    String tableOptions,
    long seed) {}
