package io.github.bmt4j.workload.script;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.failure.UserFile;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.workload.script.FileStep.Order;
import io.github.bmt4j.workload.script.ScriptStatement.Expectation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Splits a script into statements and meta commands. Used once. */
final class ScriptParser {
  private static final List<String> COMMANDS =
      List.of("set", "gset", "if", "elif", "else", "endif", "sleep", "file", "expect");
  private static final Pattern EXPECTATION =
      Pattern.compile("(rows|affected)\\s*(=|<>|!=|<=|>=|<|>)\\s*(\\d{1,18})");
  private static final Pattern NO_AUTOCOMMIT =
      Pattern.compile("(?is)SET\\b.*\\bautocommit\\s*:?=\\s*('?off'?|0|false)\\b.*");

  private final Script.Text origin;
  private final Source source;
  private final Names names;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Branches branches;
  private Grammar grammar;
  private String delimiter = ";";
  private int statements;
  private int begin = -1;
  private boolean ends;

  private @Nullable StatementParser last;

  ScriptParser(Script.Text origin) {
    this.origin = origin;
    grammar = origin.grammar();
    source = new Source(origin.file(), origin.text().replaceFirst("^\ufeff", ""));
    Set<String> known = new TreeSet<>(origin.defined());
    known.addAll(List.of(Script.CLIENT_ID, Script.RANDOM_SEED, Script.DEFAULT_SEED));
    names = new Names(known);
    branches = new Branches(source, steps);
  }

  Script parse() {
    while (!source.ended()) {
      if (source.peek(0) == '\\') {
        command();
      } else if (!delimiterCommand()) {
        statement();
      }
    }
    branches.close();
    if (statements == 0) {
      throw source.error(0, "there is no SQL statement in this file");
    }
    if (begin >= 0 && !ends) {
      throw source.error(
          begin, "the transaction that begins here is never ended: write COMMIT or ROLLBACK");
    }
    return new Script(origin, steps, names.slots(), warnings);
  }

  private boolean delimiterCommand() {
    while (!source.ended() && Character.isWhitespace(source.peek(0))) {
      source.at++;
    }
    int place = source.at;
    if (!source.name().equalsIgnoreCase("DELIMITER")) {
      source.at = place;
      return source.ended() || source.peek(0) == '\\';
    }
    if (source.lineEnded()) {
      throw source.error(place, "DELIMITER needs the new delimiter after it");
    }
    delimiter = source.word();
    if (delimiter.contains("\\")) {
      throw source.error(place, "a delimiter must have no backslash");
    }
    endOfLine("DELIMITER");
    return true;
  }

  private void statement() {
    StatementParser parser = new StatementParser(source, names, delimiter, grammar);
    ScriptStatement statement = parser.parse(statements);
    if (statement == null) {
      return;
    }
    statements++;
    steps.add(statement);
    last = parser;
    begin = statement.kind() == StatementKind.BEGIN ? parser.start() : begin;
    ends |=
        Set.of(StatementKind.COMMIT, StatementKind.ROLLBACK, StatementKind.DDL)
            .contains(statement.kind());
    if (statement.kind() == StatementKind.SESSION) {
      grammar = grammar.after(statement.sql());
    }
    warn(statement, parser);
  }

  private void warn(ScriptStatement statement, StatementParser parser) {
    String sql = statement.sql();
    String warning =
        NO_AUTOCOMMIT.matcher(sql).matches()
            ? "SET autocommit stays in effect on the connection, and writes count as committed at"
                + " once: use BEGIN and COMMIT"
            : sql.matches("(?is)LOCK\\s+TABLES?\\b.*")
                ? "LOCK TABLES commits the open transaction, and locks stay until UNLOCK TABLES"
                : parser.says("USE") && statement.kind() == StatementKind.SESSION
                    ? "USE stays in effect on the connection, and a prepared statement works on the"
                        + " database in which it was first executed: write database.table"
                    : "";
    if (!warning.isEmpty() && grammar.ofMysql()) {
      warnings.add(statement.place() + ": " + warning);
    }
  }

  private void command() {
    int place = source.at;
    source.at++;
    if (source.takes(";")) {
      throw source.error(place, "\\; is not supported: end each statement with ;");
    }
    String written = source.word();
    String word = written.toLowerCase(Locale.ROOT);
    StatementParser before = last;
    last = null;
    switch (word) {
      case "set" -> set(place);
      case "if" -> branches.begin(place, condition(word));
      case "elif" -> branches.next(place, condition(word));
      case "else" -> branches.next(place, null);
      case "endif" -> branches.end(place);
      case "sleep" -> sleep(place);
      case "file" -> file(place);
      case "gset" -> gset(place, before);
      case "expect" -> expect(place, before);
      default -> throw source.error(place, refusal(written, word));
    }
    endOfLine("\\" + word);
  }

  private static String refusal(String written, String word) {
    return switch (word) {
      case "shell", "setshell" -> "\\" + word + " is not supported: a script runs no programs";
      case "startpipeline", "endpipeline", "syncpipeline" ->
          "\\" + word + " is not supported: JDBC has no pipelines";
      case "aset" -> "\\aset is not supported: read each row's values with \\gset";
      case "g", "" -> "\\" + written + " ends no statement: write ;";
      default ->
          Refusals.command("\\" + written)
              .orElseGet(
                  () ->
                      "there is no command \\" + written + ": " + DidYouMean.hint(word, COMMANDS));
    };
  }

  private void endOfLine(String command) {
    if (!source.lineEnded()) {
      throw source.error(
          source.at, command + " ends before this: put what follows on a line of its own");
    }
  }

  private String variable(String command) {
    source.skipBlanks();
    int place = source.at;
    String name = source.name();
    if (name.isEmpty()) {
      throw source.error(
          place, command + " needs a name: letters, digits and _, beginning with no digit");
    }
    return name;
  }

  private void set(int place) {
    String name = variable("\\set");
    if (!source.lineEnded() && !Character.isWhitespace(source.text.charAt(source.at - 1))) {
      throw source.error(source.at, "a blank must follow the name " + name);
    }
    Expression expression = ExpressionParser.parse(source, names, "\\set " + name);
    int slot = names.define(name);
    String where = source.where(place);
    steps.add(
        (session, frame, at) -> {
          frame.at(where);
          expression.push(frame);
          frame.store(slot);
          return at + 1;
        });
  }

  private Expression condition(String word) {
    return ExpressionParser.parse(source, names, "\\" + word);
  }

  private void sleep(int place) {
    source.skipBlanks();
    int start = source.at;
    int slot = -1;
    long fixed = 0;
    String name = "";
    if (source.takes(":")) {
      name = source.name();
      if (name.isEmpty()) {
        throw source.error(start, "a name must follow the colon");
      }
      slot = names.use(name, source, start);
    } else {
      while (Source.isDigit(source.peek(0))) {
        source.at++;
      }
      fixed = number(start);
    }
    source.skipBlanks();
    int unitPlace = source.at;
    String unit = source.word().toLowerCase(Locale.ROOT);
    long nanos =
        switch (unit) {
          case "us" -> 1_000;
          case "ms" -> 1_000_000;
          case "s", "" -> 1_000_000_000;
          default ->
              throw source.error(unitPlace, "the unit of \\sleep is us, ms or s, not " + unit);
        };
    steps.add(new SleepStep(source.where(place), name, slot, fixed, nanos));
  }

  private long number(int start) {
    String digits = source.text.substring(start, source.at);
    if (digits.isEmpty() || digits.length() > 9) {
      throw source.error(start, "\\sleep needs a whole number below 10^9, or :name");
    }
    return Long.parseLong(digits);
  }

  private void file(int place) {
    List<String> columns = new ArrayList<>();
    do {
      columns.add(variable("\\file"));
      source.skipBlanks();
    } while (source.takes(","));
    if (!source.takes("=")) {
      throw source.error(source.at, "\\file needs = between its names and the CSV file");
    }
    source.skipBlanks();
    int pathPlace = source.at;
    String path = source.peek(0) == '\'' ? source.quoted(false) : source.word();
    source.skipBlanks();
    int orderPlace = source.at;
    String word = source.word();
    Order order =
        Arrays.stream(Order.values())
            .filter(one -> one.name().equalsIgnoreCase(word.isEmpty() ? "random" : word))
            .findFirst()
            .orElseThrow(
                () ->
                    source.error(
                        orderPlace,
                        "the order of \\file is random, sequential or once, not " + word));
    CsvFile csv = csv(path, columns, pathPlace);
    if (csv.doubtful()) {
      warnings.add(
          words(
              "%s: the first row of %s is data; if it is a header, use its names",
              source.where(place), csv.path()));
    }
    steps.add(
        new FileStep(
            source.where(place),
            csv,
            columns.stream().map(names::define).toList(),
            order,
            names.hidden()));
  }

  private CsvFile csv(String path, List<String> columns, int place) {
    if (path.isEmpty()) {
      throw source.error(place, "\\file needs the path of a CSV file");
    }
    try {
      return CsvFile.read(UserFile.path(source.file).resolveSibling(UserFile.path(path)), columns);
    } catch (BadInputException e) {
      throw source.error(place, String.valueOf(e.getMessage()));
    }
  }

  private ScriptStatement statementBefore(
      int place, String command, @Nullable StatementParser before) {
    if (before == null) {
      throw source.error(place, command + " must follow a statement");
    }
    return (ScriptStatement) steps.get(steps.size() - 1);
  }

  private void replaceLast(ScriptStatement statement, @Nullable StatementParser parser) {
    steps.set(steps.size() - 1, statement);
    last = parser;
  }

  private void gset(int place, @Nullable StatementParser before) {
    ScriptStatement statement = statementBefore(place, "\\gset", before);
    String prefix = source.lineEnded() ? "" : variable("\\gset");
    if (before == null || statement.gset() != null) {
      throw source.error(place, "\\gset occurs twice here");
    }
    if (rowless(statement, before)) {
      throw source.error(place, "\\gset needs a row, and this statement gives none");
    }
    List<String> columns = before.columns();
    if (columns == null) {
      names.open(prefix);
    } else {
      columns.forEach(column -> names.define(prefix + column));
    }
    replaceLast(statement.withGset(prefix), before);
  }

  private static boolean rowless(ScriptStatement statement, StatementParser parser) {
    return statement.kind().rowless() && !parser.says("RETURNING");
  }

  private void expect(int place, @Nullable StatementParser before) {
    ScriptStatement statement = statementBefore(place, "\\expect", before);
    source.skipBlanks();
    int start = source.at;
    while (!source.ended() && source.peek(0) != '\n') {
      source.at++;
    }
    Matcher matcher = EXPECTATION.matcher(source.text.substring(start, source.at).strip());
    if (before == null || !matcher.matches()) {
      throw source.error(
          start, "\\expect needs rows or affected, =, <>, <, <=, > or >=, and a number");
    }
    boolean affected = matcher.group(1).equals("affected");
    if (affected && statement.kind() == StatementKind.READ) {
      throw source.error(place, "this statement affects no rows: write \\expect rows");
    }
    if (!affected && rowless(statement, before)) {
      throw source.error(place, "this statement gives no rows: write \\expect affected");
    }
    String operator = matcher.group(2).equals("!=") ? "<>" : matcher.group(2);
    replaceLast(
        statement.with(new Expectation(affected, operator, Long.parseLong(matcher.group(3)))),
        before);
  }
}
