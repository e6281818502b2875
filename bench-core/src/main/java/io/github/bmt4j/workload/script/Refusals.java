package io.github.bmt4j.workload.script;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.Dialect.Trait;
import io.github.bmt4j.jdbc.Grammar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Refusals of statements that JDBC cannot send, and of commands that servers' clients execute
 * themselves.
 */
final class Refusals {
  /** Commands of psql, mysql, sqlite3 and sqlcmd, in small letters; no server reads them. */
  private static final Pattern COMMANDS =
      Pattern.compile(
          "source|tee|notee|pager|nopager|prompt|status|system|rehash|warnings|nowarning|charset"
              + "|clear|edit|ego|exit|quit|go|\\.\\w*|\\\\(?:\\W|[a-z]|d\\S{1,4}|[es][fv]\\S?"
              + "|[gs]etenv|bind|cd|connect|conninfo|copy|copyright|crosstabview|echo|encoding"
              + "|errverbose|gdesc|gexec|gx|html|include|include_relative|ir|lo_\\w+|out|password"
              + "|prompt|pset|qecho|quit|reset|restrict|timing|unrestrict|unset|warn|watch|write)");

  private static final String FILE = "put the statements of that file here";
  private static final String DATABASE = "name the database in --url";

  /** Replacements for some commands; others can only be removed. */
  private static final Map<String, String> MENDS =
      Map.ofEntries(
          Map.entry("source", FILE),
          Map.entry("\\i", FILE),
          Map.entry("\\ir", FILE),
          Map.entry("\\include", FILE),
          Map.entry("\\.", FILE),
          Map.entry(".read", FILE),
          Map.entry("\\c", DATABASE),
          Map.entry("\\connect", DATABASE),
          Map.entry("\\u", DATABASE),
          Map.entry("go", "end each statement with ;"),
          Map.entry("\\copy", "write INSERT, with the rows of a CSV file by \\file"));

  private Refusals() {}

  /** The refusal of a command of a client; empty if the word is none. */
  static Optional<String> command(String word) {
    String small = word.toLowerCase(Locale.ROOT);
    return Optional.of(small)
        .filter(COMMANDS.asMatchPredicate())
        .map(
            command ->
                words(
                    "%s is a command of a client such as psql or mysql, and not of the server: %s",
                    word, MENDS.getOrDefault(command, "leave it out")));
  }

  /**
   * The refusal of a statement; empty if it can be sent.
   *
   * @param words its words in capitals; none if it does not begin with one
   */
  static String statement(String text, List<String> words, StatementKind kind, Grammar grammar) {
    String first = words.isEmpty() || text.startsWith(".") ? text.split("\\s", 2)[0] : words.get(0);
    if (first.equals("COPY") && (words.contains("STDIN") || words.contains("STDOUT"))) {
      return "COPY with STDIN or STDOUT needs a client that sends or takes the rows, such as psql:"
          + " write INSERT, or COPY with a file on the server";
    }
    if (first.equals("END") && !grammar.dialect().has(Trait.END_COMMITS)) {
      return "END is PostgreSQL's: write COMMIT";
    }
    return kind.isOfJdbc() && words.size() > 2 && grammar.dialect().has(Trait.JDBC_TRANSACTIONS)
        ? first + " is a call of JDBC on this server: write no more words after it"
        : command(first).orElse(words.isEmpty() ? "a statement begins with a word" : "");
  }
}
