package io.github.bmt4j.workload.script;

import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.Dialect.Trait;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.workload.script.ScriptStatement.Splice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one SQL statement: up to the delimiter or a backslash outside of quotes and comments, or
 * the end, by the rules of a dialect. Comments are left out, except those that a server interprets
 * ({@code /*+}, in the MySQL family also {@code /*!}).
 */
final class StatementParser {
  private static final Set<String> ENDS_OF_COLUMNS =
      Set.of("FROM", "INTO", "WHERE", "LIMIT", "UNION", "ORDER", "FOR", "GROUP", "HAVING");

  private static final Set<String> MODIFYING = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

  /** A text, whose second group is absent if it does not end. */
  private static final Pattern DOLLARS =
      Pattern.compile("(\\$(?:[\\p{L}_][\\p{L}\\d_]*)?\\$)(?:(?s:.*?)(\\1))?");

  private static final Pattern E = Pattern.compile("(?i)\\W?e");

  private final Source source;
  private final Names names;
  private final String delimiter;
  private final Grammar grammar;
  private final StringBuilder sql = new StringBuilder();
  private final List<Integer> values = new ArrayList<>();
  private final List<Splice> splices = new ArrayList<>();

  /**
   * Words and signs outside of parentheses, as written, and always the first word; quoted
   * identifiers have a backtick before them.
   */
  private final List<String> tokens = new ArrayList<>();

  private int depth;

  /** True if a query of a WITH changes rows. */
  private boolean modifies;

  private int start = -1;

  StatementParser(Source source, Names names, String delimiter, Grammar grammar) {
    this.source = source;
    this.names = names;
    this.delimiter = delimiter;
    this.grammar = grammar;
  }

  /** The statement; null if there is only a delimiter. */
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
    StatementKind kind = StatementKind.of(words, modifies, grammar);
    String refusal = Refusals.statement(text, words, kind, grammar);
    if (!refusal.isEmpty()) {
      throw source.error(start, refusal);
    }
    int chain = words.indexOf("CHAIN");
    return new ScriptStatement(
        number,
        source.where(start),
        text,
        List.copyOf(values),
        List.copyOf(splices),
        kind,
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
   * The names of its columns as far as the text shows them: the last word of each; for PostgreSQL,
   * which names a column after a function or a type in it, all words.
   *
   * @return null if there may be others
   */
  @Nullable List<String> columns() {
    List<String> words = tokens.stream().map(token -> token.toUpperCase(Locale.ROOT)).toList();
    boolean select = words.get(0).equals("SELECT");
    int first = select ? 1 : words.indexOf("RETURNING") + 1;
    if (first == 0) {
      return null;
    }
    boolean all = grammar.dialect() == Dialect.POSTGRESQL;
    List<String> columns = new ArrayList<>();
    for (int i = first;
        i < tokens.size() && !(select && ENDS_OF_COLUMNS.contains(words.get(i)));
        i++) {
      boolean last =
          i + 1 == tokens.size()
              || words.get(i + 1).equals(",")
              || (select && ENDS_OF_COLUMNS.contains(words.get(i + 1)));
      boolean alone = i == first || words.get(i - 1).equals(",");
      if ((last && tokens.get(i).equals("*"))
          || (all && alone && List.of(")", "CAST").contains(words.get(i)))) {
        return null;
      }
      String name = tokens.get(i).replaceFirst("^`", "");
      if ((last || all) && Source.isLetter((name + " ").charAt(0))) {
        columns.add(name);
      }
    }
    return columns;
  }

  private void next() {
    char c = source.peek(0);
    if (skipsComment(c)) {
      sql.append(start < 0 ? "" : " ");
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
    boolean backtick = c == '`' && grammar.dialect().has(Trait.BACKTICKS);
    if (c == '\'' || c == '"' || backtick) {
      boolean identifier = backtick || (c == '"' && grammar.ansiQuotes());
      boolean backslashes = (c == '\'' && followsE()) || (!identifier && grammar.backslashes());
      quoted(c, backslashes, identifier);
    } else if (c == '$' && dollarQuoted()) {
      token("'");
    } else if (c == '/' && source.peek(1) == '*') {
      executableComment();
    } else if (c == ':') {
      colon();
    } else if (Source.isLetter(c) || Source.isDigit(c) || c == '@' || c == '$') {
      word();
    } else if (c == '?' && grammar.dialect() != Dialect.POSTGRESQL) {
      throw source.error(source.at, "? has no value: write :name");
    } else {
      sign(c);
    }
  }

  /** True behind the E of {@code E'…'}. */
  private boolean followsE() {
    return grammar.dialect().has(Trait.DOLLAR_TEXTS)
        && E.matcher(source.text).region(Math.max(0, source.at - 2), source.at).matches();
  }

  private boolean skipsComment(char c) {
    boolean dashes =
        source.looksAt("--")
            && (!grammar.ofMysql()
                || source.at + 2 >= source.text.length()
                || source.peek(2) <= ' ');
    boolean slashes = grammar.dialect() == Dialect.H2 && source.looksAt("//");
    if (dashes || slashes || (c == '#' && grammar.ofMysql())) {
      int end = source.text.indexOf('\n', source.at);
      source.at = end < 0 ? source.text.length() : end;
      return true;
    }
    if (source.looksAt("/*")
        && !source.looksAt("/*+")
        && !(grammar.ofMysql() && (source.looksAt("/*!") || source.looksAt("/*M!")))) {
      source.at = endOfComment();
      return true;
    }
    return false;
  }

  private int endOfComment() {
    int open = 0;
    int at = source.at;
    do {
      if (at >= source.text.length()) {
        throw source.error(source.at, "the comment that begins here is not closed: write */");
      }
      boolean begins =
          source.text.startsWith("/*", at)
              && (open == 0 || grammar.dialect().has(Trait.NESTED_COMMENTS));
      boolean ends = source.text.startsWith("*/", at);
      open += begins ? 1 : ends ? -1 : 0;
      at += begins || ends ? 2 : 1;
    } while (open > 0);
    return at;
  }

  /** Appends the text read since a place. */
  private String append(int from) {
    String text = source.text.substring(from, source.at);
    sql.append(text);
    return text;
  }

  private void executableComment() {
    int from = source.at;
    source.at = endOfComment();
    String comment = append(from);
    if (tokens.isEmpty() && !comment.startsWith("/*+")) {
      // "/*!40101 SET NAMES utf8 */" is a statement of its own.
      String[] words = comment.replaceFirst("^/\\*M?!\\d*", "").strip().split("\\W+");
      tokens.addAll(List.of(words).stream().filter(word -> !word.isEmpty()).toList());
    }
  }

  private void quoted(char quote, boolean backslashes, boolean identifier) {
    int from = source.at;
    source.at++;
    while (source.ended() || source.peek(0) != quote || source.peek(1) == quote) {
      if (source.ended()) {
        String escape =
            backslashes && source.text.indexOf('\\', from) > 0
                ? " (a backslash escapes a quote, unless sql_mode in --url says otherwise)"
                : "";
        throw source.error(from, "the quote " + quote + " that begins here is not closed" + escape);
      }
      boolean pair = source.peek(0) == quote || (backslashes && source.peek(0) == '\\');
      source.at = Math.min(source.at + (pair ? 2 : 1), source.text.length());
    }
    source.at++;
    String text = append(from);
    token(identifier ? "`" + text.substring(1, text.length() - 1) : "'");
  }

  /** Takes a text between {@code $$} or {@code $tag$}; false if none begins here. */
  private boolean dollarQuoted() {
    int from = source.at;
    Matcher text = DOLLARS.matcher(source.text).region(from, source.text.length());
    if (!grammar.dialect().has(Trait.DOLLAR_TEXTS) || !text.lookingAt()) {
      return false;
    }
    if (text.group(2) == null) {
      throw source.error(from, "the quote " + text.group() + " that begins here is not closed");
    }
    source.at = text.end();
    append(from);
    return true;
  }

  private void word() {
    int from = source.at;
    do {
      source.at++;
    } while (Source.isLetter(source.peek(0))
        || Source.isDigit(source.peek(0))
        || source.peek(0) == '$');
    String text = append(from);
    token(text);
    modifies |=
        depth > 0
            && MODIFYING.contains(text.toUpperCase(Locale.ROOT))
            && tokens.get(0).equalsIgnoreCase("WITH")
            && sql.substring(0, sql.length() - text.length()).stripTrailing().endsWith("(");
  }

  private void sign(char c) {
    if (c == '(') {
      depth++;
    } else if (c == ')') {
      depth = Math.max(0, depth - 1);
    }
    token(c == '(' ? "" : String.valueOf(c));
    sql.append(c == '?' ? "??" : c); // An operator of PostgreSQL, whose driver wants it doubled.
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
        new Splice(
            sql.length(),
            names.use(name, source, place),
            quote == '"' && grammar.ofMysql() ? '`' : quote));
    token(quote == '"' ? "?" : "'");
  }
}
