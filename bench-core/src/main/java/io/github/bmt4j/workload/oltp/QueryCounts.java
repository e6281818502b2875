package io.github.bmt4j.workload.oltp;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * Number of executions of each query in an operation; queries that it never runs are absent.
 *
 * @param transaction true if they are enclosed in BEGIN and COMMIT
 */
record QueryCounts(Map<OltpQuery, Integer> counts, boolean transaction) {
  /** Counts from the options, in a transaction unless the options skip it. */
  static QueryCounts inTransaction(OltpOptions options, Collection<OltpQuery> queries) {
    return new QueryCounts(of(options, queries).counts, !options.skipTrx());
  }

  /** Counts from the options, each query with its own commit. */
  static QueryCounts of(OltpOptions options, Collection<OltpQuery> queries) {
    Map<OltpQuery, Integer> counts = new EnumMap<>(OltpQuery.class);
    queries.forEach(query -> counts.put(query, query.count(options)));
    counts.values().removeIf(count -> count <= 0);
    return new QueryCounts(counts, false);
  }

  static QueryCounts once(OltpQuery query) {
    return new QueryCounts(Map.of(query, 1), false);
  }

  /** Largest number of statements that a connection prepares: each query's on each table. */
  int statements(OltpOptions options) {
    return Math.addExact(Math.multiplyExact(counts.size(), options.tables()), transaction ? 2 : 0);
  }
}
