package io.github.bmt4j.workload.tpcc;

/**
 * Tables of a TPC-C database, and their contents.
 *
 * @param sets number of sets of nine tables, whose names end in 1, 2 and so on
 * @param foreignKeys true if the ten foreign keys are created after the rows
 * @param historyId true if the table of payments has an id as its primary key, false if it has no
 *     key
 * @param sysbench true for columns and values of sysbench-tpcc, false for the specification's
 * @param tableOptions options at the end of a table's definition
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
