package io.github.bmt4j.workload.script;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.workload.SplitMix64;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Parses one expression of a meta command by precedence climbing. Constant parts are evaluated
 * here, so that their errors are found before the run.
 *
 * @see <a href="https://www.postgresql.org/docs/16/pgbench.html#PGBENCH-OPERATORS">pgbench,
 *     operators</a>: precedences and meaning
 */
final class ExpressionParser {
  private static final int DEEPEST = 200;
  private static final Set<String> OPERATORS = Set.of("not", "is");

  private final Source source;
  private final Names names;
  private final Frame constants = new Frame(0, new SplitMix64(0), 0, line -> {});
  private int depth;

  private ExpressionParser(Source source, Names names) {
    this.source = source;
    this.names = names;
  }

  static Expression parse(Source source, Names names, String command) {
    if (source.lineEnded()) {
      throw source.error(source.at, command + " needs an expression");
    }
    ExpressionParser parser = new ExpressionParser(source, names);
    Part whole = parser.expression(Operator.OR);
    if (!source.lineEnded()) {
      throw parser.unexpected("in the expression");
    }
    return whole.code();
  }

  private Part expression(int lowest) {
    if (++depth > DEEPEST) {
      throw source.error(source.at, "the expression is nested too deeply");
    }
    Part left = prefix();
    int highest = Operator.UNARY;
    while (true) {
      int place = position();
      Operator operator = Operator.next(source);
      if (operator == null || operator.level() < lowest) {
        depth--;
        return left;
      }
      if (operator.level() > highest) {
        throw source.error(
            place, operator.name() + " cannot follow its like: put one of them in parentheses");
      }
      source.at += operator.length();
      if (operator.standsAlone()) {
        highest = operator.level() - 1;
      }
      left = binary(operator, left, place);
    }
  }

  private Part binary(Operator operator, Part left, int place) {
    return switch (operator.level()) {
      case Operator.OR -> lazy(left, expression(Operator.AND), true, place);
      case Operator.AND -> lazy(left, expression(Operator.NOT), false, place);
      case Operator.IS -> is(operator, left, place);
      default -> call(operator.name(), place, left, expression(operator.level() + 1));
    };
  }

  private Part is(Operator operator, Part left, int place) {
    boolean negated = operator.name().equals("notnull");
    ValueType wanted = ValueType.NULL;
    boolean value = false;
    if (operator.name().equals("is")) {
      String word = keyword();
      if (word.equals("not")) {
        negated = true;
        word = keyword();
      }
      value = word.equals("true");
      if (value || word.equals("false")) {
        wanted = ValueType.BOOLEAN;
      } else if (!word.equals("null")) {
        throw source.error(place, "IS needs NULL, TRUE or FALSE after it, or NOT and one of them");
      }
    }
    Part result = call("is", place, left, Part.constant(wanted, value ? 1 : 0, ""));
    return negated ? call("not", place, result) : result;
  }

  /** AND and OR: if the left side decides, the right one is not evaluated. */
  private Part lazy(Part left, Part right, boolean decides, int place) {
    String word = decides ? "OR" : "AND";
    for (Part part : List.of(left, right)) {
      if (part.type() != ValueType.BOOLEAN
          && part.type() != ValueType.NULL
          && part.type() != ValueType.UNSET) {
        throw source.error(place, word + " needs booleans on both sides");
      }
    }
    return folded(Part.lazy(left, right, decides), place);
  }

  private Part prefix() {
    int place = position();
    char c = source.peek(0);
    if (c == '(') {
      source.at++;
      Part inner = expression(Operator.OR);
      close(place);
      return inner;
    }
    if (c == '+' || c == '-' || c == '~') {
      source.at++;
      return c == '~'
          ? call("#", place, Part.constant(ValueType.LONG, -1, ""), expression(Operator.SUM))
          : signed(c, place);
    }
    if (Source.isDigit(c) || (c == '.' && Source.isDigit(source.peek(1)))) {
      return number(place, "");
    }
    if (c == '\'') {
      return Part.constant(ValueType.TEXT, 0, source.quoted(false));
    }
    if (c == ':') {
      return variable(place);
    }
    String name = source.name();
    if (name.isEmpty()) {
      throw unexpected("where a value is expected");
    }
    return named(name, place);
  }

  private Part signed(char sign, int place) {
    source.skipBlanks();
    if (sign == '-' && Source.isDigit(source.peek(0))) {
      return number(source.at, "-");
    }
    Part operand = expression(Operator.UNARY);
    return sign == '+' ? operand : call("-", place, Part.constant(ValueType.LONG, 0, ""), operand);
  }

  private Part number(int place, String sign) {
    String text = source.number();
    boolean whole = text.chars().allMatch(c -> Source.isDigit((char) c));
    try {
      if (whole) {
        return Part.constant(ValueType.LONG, Long.parseLong(sign + text), "");
      }
      constants.setGiven(0, sign + text);
      double value = Double.parseDouble(sign + text);
      if (!Double.isInfinite(value)) {
        String exact = Objects.requireNonNullElse(constants.exact(0), "");
        return Part.constant(ValueType.DOUBLE, Double.doubleToRawLongBits(value), exact);
      }
    } catch (NumberFormatException e) {
      if (!whole) {
        throw source.error(place, text + " is not a number");
      }
    }
    throw source.error(place, text + " is out of range");
  }

  private Part variable(int place) {
    source.at++;
    String name = source.name();
    if (name.isEmpty()) {
      throw source.error(place, "a name must follow the colon");
    }
    int slot = names.use(name, source, place);
    return new Part(frame -> frame.load(slot, name), ValueType.UNSET, false);
  }

  private Part named(String name, int place) {
    String word = name.toLowerCase(Locale.ROOT);
    return switch (word) {
      case "null" -> Part.constant(ValueType.NULL, 0, "");
      case "true", "false" -> Part.constant(ValueType.BOOLEAN, word.equals("true") ? 1 : 0, "");
      case "not" -> call("not", place, expression(Operator.NOT));
      case "case" -> cases(place);
      default -> function(name, word, place);
    };
  }

  private Part function(String name, String word, int place) {
    source.skipBlanks();
    Function function = Functions.ALL.get(word);
    if (source.peek(0) != '(') {
      String remedy =
          names.slots().containsKey(name)
              ? ": did you mean :" + name + "?"
              : ": a variable is written :name, a text 'text'";
      throw source.error(
          place,
          function == null
              ? name + " is not a value" + remedy
              : name + " needs its arguments in parentheses");
    }
    if (function == null || OPERATORS.contains(word)) {
      List<String> known =
          Functions.ALL.keySet().stream()
              .filter(one -> Source.isLetter(one.charAt(0)) && !OPERATORS.contains(one))
              .toList();
      throw source.error(
          place, "there is no function " + name + ": " + DidYouMean.hint(word, known));
    }
    int open = source.at;
    source.at++;
    return call(word, place, arguments(open).toArray(Part[]::new));
  }

  private List<Part> arguments(int open) {
    List<Part> arguments = new ArrayList<>();
    source.skipBlanks();
    if (source.takes(")")) {
      return arguments;
    }
    do {
      arguments.add(expression(Operator.OR));
      source.skipBlanks();
    } while (source.takes(","));
    close(open);
    return arguments;
  }

  private Part cases(int place) {
    List<Part> parts = new ArrayList<>();
    String word = keyword();
    while (word.equals("when")) {
      parts.add(expression(Operator.OR));
      if (!keyword().equals("then")) {
        throw source.error(place, "CASE WHEN needs a THEN");
      }
      parts.add(expression(Operator.OR));
      word = keyword();
    }
    if (parts.isEmpty()) {
      throw source.error(place, "CASE needs a WHEN");
    }
    if (word.equals("else")) {
      parts.add(expression(Operator.OR));
      word = keyword();
    } else {
      parts.add(Part.constant(ValueType.NULL, 0, ""));
    }
    if (!word.equals("end")) {
      throw source.error(place, "CASE without END");
    }
    return folded(Part.chosen(parts), place);
  }

  private Part call(String name, int place, Part... arguments) {
    Function function = Objects.requireNonNull(Functions.ALL.get(name));
    int count = arguments.length;
    if (count < function.least() || count > function.most()) {
      throw source.error(place, name + " takes " + function.arity() + ", not " + count);
    }
    for (int i = 0; i < count; i++) {
      String obstacle = function.obstacle(i, arguments[i].type());
      if (!obstacle.isEmpty()) {
        throw source.error(place, name + " needs " + obstacle);
      }
    }
    Part[] complete = arguments;
    if ((name.startsWith("hash") || name.equals("permute")) && count == function.least()) {
      int seed = names.define(Script.DEFAULT_SEED);
      complete = Arrays.copyOf(arguments, count + 1);
      complete[count] =
          new Part(frame -> frame.load(seed, Script.DEFAULT_SEED), ValueType.UNSET, false);
    }
    Part part =
        new Part(
            function.call(Arrays.stream(complete).map(Part::code).toArray(Expression[]::new)),
            function.gives(),
            Arrays.stream(complete).allMatch(Part::constant));
    Part folded = folded(part, place);
    return function.steady() ? folded : part.varying();
  }

  /** A constant part replaced by its value; its errors are found here. */
  private Part folded(Part part, int place) {
    if (!part.constant()) {
      return part;
    }
    constants.restore();
    constants.at("");
    try {
      part.code().push(constants);
    } catch (SQLException e) {
      throw source.error(place, String.valueOf(e.getMessage()));
    }
    return Part.constant(constants, 0);
  }

  private String keyword() {
    source.skipBlanks();
    return source.name().toLowerCase(Locale.ROOT);
  }

  private int position() {
    source.skipBlanks();
    return source.at;
  }

  private void close(int open) {
    source.skipBlanks();
    if (!source.takes(")")) {
      if (source.lineEnded()) {
        throw source.error(open, "the parenthesis that opens here is not closed");
      }
      throw unexpected("where , or ) is expected");
    }
  }

  private BadInputException unexpected(String where) {
    int place = position();
    String next = source.lineEnded() ? "end of the line" : source.word();
    return source.error(place, "unexpected " + next + " " + where);
  }
}
