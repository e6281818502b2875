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
    return switch (query) {
      case SORT -> Math.min(rowsOfTable, StorageQuery.SORTED_ROWS);
      case GROUP -> OrdersTable.groups(rowsOfTable);
      case TEMP_TABLE -> rowsOfTable;
    };
  }

  /** A grouping keeps only its groups, which are few. */
  @Override
  public Optional<KeptAside> keptAside() {
    return switch (query) {
      case SORT -> Optional.of(new KeptAside(table, StorageQuery.SORTED_ROWS));
      case GROUP -> Optional.empty();
      case TEMP_TABLE -> Optional.of(new KeptAside(table, Long.MAX_VALUE));
    };
  }

  @Override
  public Optional<String> afterwards() {
    return query == StorageQuery.TEMP_TABLE ? Optional.of(StorageQuery.DROP) : Optional.empty();
  }
}
