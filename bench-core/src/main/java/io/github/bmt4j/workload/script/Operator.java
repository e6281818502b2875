package io.github.bmt4j.workload.script;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operator between two parts of an expression, or after one, with pgbench's precedence.
 *
 * @param level its precedence: a greater one binds tighter
 * @see <a href="https://www.postgresql.org/docs/16/pgbench.html#PGBENCH-OPERATORS">pgbench,
 *     operators</a>
 */
record Operator(String name, int level, int length) {
  static final int OR = 1;
  static final int AND = 2;
  static final int NOT = 3;
  static final int IS = 4;
  static final int COMPARISON = 5;
  static final int BITS = 6;
  static final int SUM = 7;
  static final int PRODUCT = 8;
  static final int UNARY = 9;

  /** Ordered so that no symbol follows one that is its prefix. */
  private static final List<String> SYMBOLS =
      List.of(
          "<>", "!=", "<=", ">=", "<<", ">>", "<", ">", "=", "|", "#", "&", "+", "-", "*", "/",
          "%");

  /** The next operator, not yet consumed; null if there is none. */
  static @Nullable Operator next(Source source) {
    int start = source.at;
    String word = source.name().toLowerCase(Locale.ROOT);
    source.at = start;
    int level =
        switch (word) {
          case "or" -> OR;
          case "and" -> AND;
          case "is", "isnull", "notnull" -> IS;
          default -> 0;
        };
    if (level > 0) {
      return new Operator(word, level, word.length());
    }
    for (String symbol : SYMBOLS) {
      if (source.looksAt(symbol)) {
        String function =
            switch (symbol) {
              case "!=" -> "<>";
              case "%" -> "mod";
              default -> symbol;
            };
        return new Operator(function, level(symbol), symbol.length());
      }
    }
    return null;
  }

  boolean standsAlone() {
    return level == IS || level == COMPARISON;
  }

  private static int level(String symbol) {
    return switch (symbol) {
      case "*", "/", "%" -> PRODUCT;
      case "+", "-" -> SUM;
      case "|", "#", "&", "<<", ">>" -> BITS;
      default -> COMPARISON;
    };
  }
}
