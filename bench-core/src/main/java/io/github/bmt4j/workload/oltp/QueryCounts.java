package io.github.bmt4j.workload.oltp;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/** How often a transaction runs each of its queries; those that it never runs are absent. */
record QueryCounts(Map<OltpQuery, Integer> counts) {
  /** As often as the options say. */
  static QueryCounts of(OltpOptions options, Collection<OltpQuery> queries) {
    Map<OltpQuery, Integer> counts = new EnumMap<>(OltpQuery.class);
    for (OltpQuery query : queries) {
      int count = query.count(options);
      if (count > 0) {
        counts.put(query, count);
      }
    }
    return new QueryCounts(counts);
  }

  /** One query, once, whatever the options say. */
  static QueryCounts once(OltpQuery query) {
    return new QueryCounts(Map.of(query, 1));
  }

  /** How many statements a connection prepares at most: one for each query and table. */
  int statements(OltpOptions options) {
    return Math.multiplyExact(counts.size(), options.tables());
  }
}
