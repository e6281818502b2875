package io.github.bmt4j.workload.script;

import io.github.bmt4j.workload.script.ScriptStatement.Splice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one SQL statement: up to the delimiter or a backslash outside of quotes and comments, or
 * the end. Comments are left out, but for those that the server looks into ({@code /*!}, {@code
 * /*+}).
 */
final class StatementParser {
  private static final Set<String> ENDS_OF_COLUMNS =
      Set.of("FROM", "INTO", "WHERE", "LIMIT", "UNION", "ORDER", "FOR", "GROUP", "HAVING");

  private final Source source;
  private final Names names;
  private final String delimiter;
  private final StringBuilder sql = new StringBuilder();
  private final List<Integer> values = new ArrayList<>();
  private final List<Splice> splices = new ArrayList<>();

  /** Words and signs outside of parentheses, as they are written, and the very first word. */
  private final List<String> tokens = new ArrayList<>();

  private int depth;
  private int start = -1;

  StatementParser(Source source, Names names, String delimiter) {
    this.source = source;
    this.names = names;
    this.delimiter = delimiter;
  }

  /** The statement; null when only its delimiter is there. */
  @Nullable ScriptStatement parse(int number) {
    while (!source.ended() && source.peek(0) != '\\' && !source.takes(delimiter)) {
      next();
    }
    int spliced = splices.isEmpty() ? 0 : splices.get(splices.size() - 1).offset();
    String text = sql.substring(0, spliced) + sql.substring(spliced).stripTrailing();
    if (start < 0) {
      return null;
    }
    List<String> words = tokens.stream().map(token -> token.toUpperCase(Locale.ROOT)).toList();
    if (words.isEmpty()) {
      throw source.error(start, "a statement begins with a word");
    }
    if (words.get(0).equals("END")) {
      throw source.error(start, "END is PostgreSQL's: write COMMIT");
    }
    int chain = words.indexOf("CHAIN");
    return new ScriptStatement(
        number,
        source.where(start),
        text,
        List.copyOf(values),
        List.copyOf(splices),
        StatementKind.of(words),
        chain > 0 && !words.get(chain - 1).equals("NO"),
        null,
        List.of());
  }

  int start() {
    return start;
  }

  boolean says(String word) {
    return tokens.stream().anyMatch(word::equalsIgnoreCase);
  }

  /**
   * The names of its columns as far as the text says them: of each, the last word.
   *
   * @return null when there may be others
   */
  @Nullable List<String> columns() {
    List<String> words = tokens.stream().map(token -> token.toUpperCase(Locale.ROOT)).toList();
    boolean select = words.get(0).equals("SELECT");
    int first = select ? 1 : words.indexOf("RETURNING") + 1;
    if (first == 0) {
      return null;
    }
    List<String> columns = new ArrayList<>();
    for (int i = first;
        i < tokens.size() && !(select && ENDS_OF_COLUMNS.contains(words.get(i)));
        i++) {
      boolean last =
          i + 1 == tokens.size()
              || words.get(i + 1).equals(",")
              || (select && ENDS_OF_COLUMNS.contains(words.get(i + 1)));
      if (last && tokens.get(i).equals("*")) {
        return null;
      }
      if (last && Source.isLetter(tokens.get(i).charAt(0))) {
        columns.add(tokens.get(i));
      }
    }
    return columns;
  }

  private void next() {
    char c = source.peek(0);
    if (skipsComment(c)) {
      separate();
      return;
    }
    if (Character.isWhitespace(c)) {
      source.at++;
      if (start >= 0) {
        sql.append(c);
      }
      return;
    }
    if (start < 0) {
      start = source.at;
    }
    if (c == '\'' || c == '"' || c == '`') {
      quoted(c);
    } else if (c == '/' && source.peek(1) == '*') {
      executableComment();
    } else if (c == ':') {
      colon();
    } else if (Source.isLetter(c) || Source.isDigit(c) || c == '@' || c == '$') {
      word();
    } else if (c == '?') {
      throw source.error(source.at, "? has no value: write :name");
    } else {
      sign(c);
    }
  }

  private boolean skipsComment(char c) {
    boolean dashes =
        source.looksAt("--") && (source.at + 2 >= source.text.length() || source.peek(2) <= ' ');
    if (c == '#' || dashes) {
      int end = source.text.indexOf('\n', source.at);
      source.at = end < 0 ? source.text.length() : end;
      return true;
    }
    if (source.looksAt("/*")
        && !source.looksAt("/*!")
        && !source.looksAt("/*M!")
        && !source.looksAt("/*+")) {
      source.at = endOfComment();
      return true;
    }
    return false;
  }

  private int endOfComment() {
    int end = source.text.indexOf("*/", source.at + 2);
    if (end < 0) {
      throw source.error(source.at, "the comment that begins here is not closed: write */");
    }
    return end + 2;
  }

  private void separate() {
    if (start >= 0) {
      sql.append(' ');
    }
  }

  private void executableComment() {
    int end = endOfComment();
    String comment = source.text.substring(source.at, end);
    sql.append(comment);
    source.at = end;
    if (tokens.isEmpty() && !comment.startsWith("/*+")) {
      // "/*!40101 SET NAMES utf8 */" is a statement of its own.
      String[] words = comment.replaceFirst("^/\\*M?!\\d*", "").strip().split("\\W+");
      tokens.addAll(List.of(words).stream().filter(word -> !word.isEmpty()).toList());
    }
  }

  private void quoted(char quote) {
    int from = source.at;
    source.at++;
    while (source.ended() || source.peek(0) != quote || source.peek(1) == quote) {
      if (source.ended()) {
        throw source.error(from, "the quote " + quote + " that begins here is not closed");
      }
      boolean pair = source.peek(0) == quote || (source.peek(0) == '\\' && quote != '`');
      source.at = Math.min(source.at + (pair ? 2 : 1), source.text.length());
    }
    source.at++;
    String text = source.text.substring(from, source.at);
    sql.append(text);
    token(quote == '`' ? text.substring(1, text.length() - 1) : "'");
  }

  private void word() {
    int from = source.at;
    do {
      source.at++;
    } while (Source.isLetter(source.peek(0))
        || Source.isDigit(source.peek(0))
        || source.peek(0) == '$');
    String text = source.text.substring(from, source.at);
    sql.append(text);
    token(text);
  }

  private void sign(char c) {
    if (c == '(') {
      depth++;
    } else if (c == ')') {
      depth = Math.max(0, depth - 1);
    }
    token(c == '(' ? "" : String.valueOf(c));
    sql.append(c);
    source.at++;
  }

  private void token(String text) {
    boolean first = tokens.isEmpty();
    if (!text.isEmpty() && (first ? Source.isLetter(text.charAt(0)) : depth == 0)) {
      tokens.add(text);
    }
  }

  private void colon() {
    int place = source.at;
    while (source.peek(0) == ':') {
      source.at++;
    }
    char c = source.peek(0);
    boolean single = source.at == place + 1;
    if (single && (c == '"' || c == '\'')) {
      splice(place, c);
    } else if (single && Source.isLetter(c)) {
      values.add(names.use(source.name(), source, place));
      sql.append('?');
      token("?");
    } else {
      sql.append(source.text, place, source.at);
    }
  }

  private void splice(int place, char quote) {
    String name = source.quoted(false);
    if (name.isEmpty() || !new Source(source.file, name).name().equals(name)) {
      throw source.error(place, "a name is missing between the quotes after the colon");
    }
    splices.add(
        new Splice(sql.length(), names.use(name, source, place), quote == '"' ? '`' : quote));
    token(quote == '"' ? "?" : "'");
  }
}
