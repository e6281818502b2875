package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answers of some queries, computed from the generator of the rows: all of them in one pass
 * over the orders, at the first request. Thread-safe.
 */
final class ExpectedAnswers {
  private final List<StatisticsQuery> queries;
  private final long orders;
  private @Nullable Map<StatisticsQuery, AnswerRows> answers;

  ExpectedAnswers(List<StatisticsQuery> queries, long orders) {
    this.queries = List.copyOf(queries);
    this.orders = orders;
  }

  synchronized AnswerRows of(StatisticsQuery query) {
    Map<StatisticsQuery, AnswerRows> known = answers;
    if (known == null) {
      known = computed();
      answers = known;
    }
    return Objects.requireNonNull(known.get(query), query::name);
  }

  private Map<StatisticsQuery, AnswerRows> computed() {
    Map<StatisticsQuery, ExpectedResult> expected = new LinkedHashMap<>();
    queries.forEach(query -> expected.put(query, query.expected().get()));
    Order order = new Order();
    for (long number = 1; number <= orders; number++) {
      order.read(number);
      order.readLines();
      for (ExpectedResult expectedResult : expected.values()) {
        expectedResult.add(order);
      }
    }
    Map<StatisticsQuery, AnswerRows> computed = new HashMap<>();
    expected.forEach((query, result) -> computed.put(query, result.answer()));
    return computed;
  }
}
