package io.github.bmt4j.workload;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Checks the rules that a workload's transactions keep in its tables. Changes nothing. */
public interface ConsistencyCheck {
  /**
   * Time limit of a statement: the largest one reads a table's index if there is no better plan.
   */
  int STATEMENT_SECONDS = 300;

  /**
   * Time for which a check's connection waits for an answer: longer than any statement may take.
   */
  int ANSWER_MILLIS = 1000 * (STATEMENT_SECONDS + 30);

  /**
   * Findings about one rule.
   *
   * @param name such as {@code 3.3.2.1}
   * @param summary condition that must hold, as {@code left = right}
   */
  record Rule(String name, String summary, long violations, List<Example> examples) {
    public Rule {
      examples = List.copyOf(examples);
    }

    /** Number of violations, in words. */
    public String count() {
      return words("%,d violation%s", violations, violations == 1 ? "" : "s");
    }

    /** Message about its violation. */
    public String problem() {
      return words(
          "the tables violate rule %s (%s): %s, such as %s",
          name, summary, count(), examples.get(0).text());
    }
  }

  /**
   * One violation: two values that should be equal.
   *
   * @param key place, such as {@code w 1, d 10, o 3001}
   * @param left the value that the rule's left side has there
   * @param right the value of its right side
   */
  record Example(String key, String left, String right) {
    /** Place and values, in words. */
    public String text() {
      return key + ": " + left + " ≠ " + right;
    }
  }

  /**
   * Checks all rules, in one snapshot of the database: a load may run meanwhile. Each statement may
   * take {@link #STATEMENT_SECONDS}.
   *
   * @param connection in auto-commit mode, which waits {@link #ANSWER_MILLIS} for an answer; its
   *     session's settings are changed
   * @param afterLoad true if nothing has changed since the tables were loaded: conditions that hold
   *     only then are checked, too
   * @param stop ends the check before its next statement
   * @return every rule that was checked, in order
   * @throws SQLException when the server refuses a statement, or one takes too long, or the check
   *     was stopped
   * @throws BadInputException when a table is missing, or holds something else
   */
  List<Rule> check(Connection connection, boolean afterLoad, BooleanSupplier stop)
      throws SQLException;
}
