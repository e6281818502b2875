package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers of some queries, computed from the generator of the rows: all of them in one pass
 * over the orders, when the first one is asked for. Any thread.
 */
final class ExpectedAnswers {
  private final List<StatisticsQuery> queries;
  private final long orders;
  private @Nullable Map<StatisticsQuery, Answer> answers;

  ExpectedAnswers(List<StatisticsQuery> queries, long orders) {
    this.queries = List.copyOf(queries);
    this.orders = orders;
  }

  synchronized Answer of(StatisticsQuery query) {
    Map<StatisticsQuery, Answer> known = answers;
    if (known == null) {
      known = computed();
      answers = known;
    }
    Answer answer = known.get(query);
    if (answer == null) {
      throw new IllegalArgumentException(query.name() + " is not among the chosen queries");
    }
    return answer;
  }

  private Map<StatisticsQuery, Answer> computed() {
    List<ExpectedResult> expectedResults =
        queries.stream().map(query -> query.expected().get()).toList();
    Order order = new Order();
    for (long number = 1; number <= orders; number++) {
      order.read(number);
      order.readLines();
      for (ExpectedResult expectedResult : expectedResults) {
        expectedResult.add(order);
      }
    }
    Map<StatisticsQuery, Answer> computed = new HashMap<>();
    for (int i = 0; i < queries.size(); i++) {
      computed.put(queries.get(i), expectedResults.get(i).answer());
    }
    return computed;
  }
}
