package io.github.bmt4j.workload.script;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a script.
 *
 * @param number among the statements of its script, from 0
 * @param place file and line, as errors and reports show it
 * @param sql its text, with a question mark for each value, without the inserted texts
 * @param values slots of its values, in their order
 * @param splices expressions that are put into its text each time; usually none
 * @param chained true if a COMMIT or ROLLBACK opens the next transaction at once
 * @param gset prefix of the variables into which its only row is read; null if it is not read
 * @param expectations conditions on its result
 */
record ScriptStatement(
    int number,
    String place,
    String sql,
    List<Integer> values,
    List<Splice> splices,
    StatementKind kind,
    boolean chained,
    @Nullable String gset,
    List<Expectation> expectations)
    implements Step {
  private static final int FIRST_WORDS = 3;

  /**
   * Text that is put into a statement.
   *
   * @param offset position in the statement's text
   * @param quote the quote around it: a backtick or an apostrophe
   */
  record Splice(int offset, int slot, char quote) {}

  /**
   * Condition of {@code \expect}.
   *
   * @param affected true if it is about affected rows, false for rows of the result
   * @param operator {@code =}, {@code <>}, {@code <}, {@code <=}, {@code >} or {@code >=}
   */
  record Expectation(boolean affected, String operator, long number) {
    boolean holds(long found) {
      return switch (operator) {
        case "=" -> found == number;
        case "<>" -> found != number;
        case "<" -> found < number;
        case "<=" -> found <= number;
        case ">" -> found > number;
        default -> found >= number;
      };
    }

    @Override
    public String toString() {
      return (affected ? "affected" : "rows") + operator + number;
    }
  }

  @Override
  public int run(ScriptSession session, Frame frame, int at) throws SQLException {
    session.run(this, frame);
    return at + 1;
  }

  /**
   * True if all executions use one PREPARE. MariaDB executes a prepared USE in the database of its
   * PREPARE, to which the session returns.
   */
  boolean isReused() {
    return splices.isEmpty() && (kind != StatementKind.SESSION || !values.isEmpty());
  }

  String title() {
    String[] words = sql.split("\\s+", FIRST_WORDS + 1);
    return place
        + " "
        + String.join(" ", List.of(words).subList(0, Math.min(FIRST_WORDS, words.length)));
  }

  /**
   * Its text with the insertions: identifiers in backticks, texts in apostrophes.
   *
   * @param escapes true if a backslash in a text must be doubled
   */
  String text(Frame frame, boolean escapes) throws SQLException {
    StringBuilder text = new StringBuilder(sql);
    for (int i = splices.size() - 1; i >= 0; i--) {
      text.insert(splices.get(i).offset, quoted(splices.get(i), frame, escapes));
    }
    return text.toString();
  }

  boolean putsInBackslash(Frame frame) throws SQLException {
    for (Splice splice : splices) {
      if (splice.quote == '\'' && frame.readable(splice.slot).indexOf('\\') >= 0) {
        return true;
      }
    }
    return false;
  }

  private static String quoted(Splice splice, Frame frame, boolean escapes) throws SQLException {
    ValueType type = frame.type(splice.slot);
    boolean isText = splice.quote == '\'';
    if (type == ValueType.NULL && isText) {
      return "NULL";
    }
    if (type == ValueType.NULL || type == ValueType.UNSET) {
      throw frame.failure("a name that is put into the statement has no value");
    }
    String quote = String.valueOf(splice.quote);
    String value = frame.readable(splice.slot).replace(quote, quote + quote);
    return quote + (isText && escapes ? value.replace("\\", "\\\\") : value) + quote;
  }

  /**
   * Fails if a result is not as the script expects.
   *
   * @param firstRows rows of the first result; negative if there was none
   */
  void check(Frame frame, long rows, long affected, long firstRows) throws SQLException {
    if (gset != null && firstRows != 1) {
      throw frame.failure("\\gset expects one row, and got " + Math.max(0, firstRows));
    }
    for (Expectation expectation : expectations) {
      long found = expectation.affected() ? affected : rows;
      if (!expectation.holds(found)) {
        throw frame.failure(
            words(
                "\\expect %s, but the statement %s %s",
                expectation,
                expectation.affected() ? "changed" : "returned",
                counted(found, "row")));
      }
    }
  }

  ScriptStatement withGset(String prefix) {
    return new ScriptStatement(
        number, place, sql, values, splices, kind, chained, prefix, expectations);
  }

  ScriptStatement with(Expectation one) {
    List<Expectation> all = new ArrayList<>(expectations);
    all.add(one);
    return new ScriptStatement(
        number, place, sql, values, splices, kind, chained, gset, List.copyOf(all));
  }
}
