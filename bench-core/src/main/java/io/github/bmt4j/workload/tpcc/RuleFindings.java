package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.ConsistencyCheck.Example;
import io.github.bmt4j.workload.ConsistencyCheck.Rule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Violations found so far: their number for each rule, and the first five. */
final class RuleFindings {
  private static final int EXAMPLES = 5;

  private final Map<TpccRule, List<Example>> examples = new EnumMap<>(TpccRule.class);
  private final Map<TpccRule, Long> counts = new EnumMap<>(TpccRule.class);

  RuleFindings(Set<TpccRule> rules) {
    for (TpccRule rule : rules) {
      examples.put(rule, new ArrayList<>());
      counts.put(rule, 0L);
    }
  }

  boolean wants(TpccRule... rules) {
    return List.of(rules).stream().anyMatch(counts::containsKey);
  }

  /** Records a violation if two numbers differ; NULL, or a missing row, equals nothing. */
  void equal(TpccRule rule, String key, @Nullable BigDecimal left, @Nullable BigDecimal right) {
    if (left == null || right == null || left.compareTo(right) != 0) {
      violation(rule, key, text(left), text(right));
    }
  }

  /** Records a violation if a number differs from a known one. */
  void equal(TpccRule rule, String key, @Nullable BigDecimal left, long right) {
    equal(rule, key, left, BigDecimal.valueOf(right));
  }

  void violation(TpccRule rule, String key, String left, String right) {
    Long before = counts.get(rule);
    List<Example> first = examples.get(rule);
    if (before != null && first != null) {
      counts.put(rule, before + 1);
      if (first.size() < EXAMPLES) {
        first.add(new Example(key, left, right));
      }
    }
  }

  /** A value for people; "none" for NULL and for a missing row. */
  static String text(@Nullable BigDecimal value) {
    return value == null ? "none" : value.toPlainString();
  }

  List<Rule> rules() {
    List<Rule> rules = new ArrayList<>();
    counts.forEach(
        (rule, count) ->
            rules.add(
                new Rule(rule.word, rule.summary, count, examples.getOrDefault(rule, List.of()))));
    return rules;
  }
}
