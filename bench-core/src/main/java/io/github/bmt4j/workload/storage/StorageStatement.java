package io.github.bmt4j.workload.storage;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.tpcc.OrdersTable;
import java.util.Optional;

/**
 * A query of the study over a table of orders, to be timed alone.
 *
 * @param rowsOfTable number of rows of that table
 */
record StorageStatement(StorageQuery query, String table, long rowsOfTable)
    implements HeavyStatement {
  @Override
  public String name() {
    return query.word();
  }

  @Override
  public Kind kind() {
    return query == StorageQuery.TEMP_TABLE ? Kind.TEMPORARY_TABLE : Kind.QUERY;
  }

  @Override
  public String sql(ServerProduct server) {
    return query.sql(server, table);
  }

  @Override
  public long rows() {
    return query == StorageQuery.GROUP
        ? OrdersTable.groups(rowsOfTable)
        : Math.min(rowsOfTable, query.mostKept);
  }

  @Override
  public Optional<KeptAside> keptAside() {
    return Optional.of(new KeptAside(table, query.mostKept)).filter(kept -> kept.limit() > 0);
  }

  @Override
  public Optional<String> afterwards() {
    return query == StorageQuery.TEMP_TABLE ? Optional.of(StorageQuery.DROP) : Optional.empty();
  }
}
