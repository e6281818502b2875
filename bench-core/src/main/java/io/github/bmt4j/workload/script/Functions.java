package io.github.bmt4j.workload.script;

import io.github.bmt4j.workload.SplitMix64;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;

/**
 * The functions and operators of expressions: pgbench's, and bmt's own.
 *
 * @see <a href="https://www.postgresql.org/docs/16/pgbench.html#PGBENCH-FUNCTIONS">pgbench,
 *     functions</a>
 */
final class Functions {
  private static final int LONGEST_TEXT = 1_000_000;
  private static final double LEAST_GAUSSIAN = 2;
  private static final double LEAST_ZIPFIAN = 1.001;
  private static final double MOST_ZIPFIAN = 1000;
  private static final String DIGITS = "0123456789";
  private static final String LETTERS_AND_DIGITS =
      DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  static final Map<String, Function> ALL = new LinkedHashMap<>();

  private Functions() {}

  static {
    operators();
    numbers();
    random();
    texts();
  }

  private static void add(String name, String takes, ValueType gives, Function.Body body) {
    ALL.put(name, new Function(name, takes, gives, true, body));
  }

  /** A function whose result is drawn, or that has a side effect. */
  private static void drawn(String name, String takes, ValueType gives, Function.Body body) {
    ALL.put(name, new Function(name, takes, gives, false, body));
  }

  private static void operators() {
    arithmetic("+", "add", Math::addExact, Double::sum);
    arithmetic("-", "sub", Math::subtractExact, (left, right) -> left - right);
    arithmetic("*", "mul", Math::multiplyExact, (left, right) -> left * right);
    arithmetic("/", "div", Functions::quotient, (left, right) -> left / right);
    whole("&", "ll", (left, right) -> left & right);
    whole("|", "ll", (left, right) -> left | right);
    whole("#", "ll", (left, right) -> left ^ right);
    whole("<<", "ll", (left, right) -> left << right);
    whole(">>", "ll", (left, right) -> left >> right);
    comparison("=", order -> order == 0);
    comparison("<>", order -> order != 0);
    comparison("<", order -> order == -1);
    comparison("<=", order -> order == -1 || order == 0);
    comparison(">", order -> order == 1);
    comparison(">=", order -> order == 1 || order == 0);
    add("not", "b", ValueType.BOOLEAN, (f, b, n) -> f.setBoolean(b, !f.toBoolean(b)));
    add("is", "AA", ValueType.BOOLEAN, (f, b, n) -> f.setBoolean(b, same(f, b)));
  }

  private static boolean same(Frame f, int b) {
    return f.type(b) == f.type(b + 1) && f.bits(b) == f.bits(b + 1);
  }

  private static void arithmetic(
      String name, String word, LongBinaryOperator whole, DoubleBinaryOperator decimal) {
    add(
        name,
        "nn",
        ValueType.UNSET,
        (f, b, n) -> {
          if (decimals(f, b, n)) {
            f.setDouble(b, decimal.applyAsDouble(f.toDouble(b), f.toDouble(b + 1)));
            return;
          }
          if (word.equals("div") && f.bits(b + 1) == 0) {
            throw f.failure("division by zero");
          }
          try {
            f.setLong(b, whole.applyAsLong(f.bits(b), f.bits(b + 1)));
          } catch (ArithmeticException e) {
            throw f.failure("bigint " + word + " out of range");
          }
        });
  }

  private static long quotient(long left, long right) {
    return right == -1 ? Math.negateExact(left) : left / right;
  }

  private static boolean decimals(Frame frame, int base, int count) throws SQLException {
    boolean found = false;
    for (int place = base; place < base + count; place++) {
      frame.number(place);
      found |= frame.type(place) == ValueType.DOUBLE;
    }
    return found;
  }

  private static void whole(String name, String takes, LongBinaryOperator operator) {
    Function.Body body =
        (f, b, n) -> f.setLong(b, operator.applyAsLong(f.toLong(b), f.toLong(b + 1)));
    add(name, takes, ValueType.LONG, body);
  }

  /** The result of a comparison with NaN. */
  private static final int UNORDERED = 2;

  private static void comparison(String name, IntPredicate verdict) {
    Function.Body body = (f, b, n) -> f.setBoolean(b, verdict.test(order(f, b)));
    add(name, "cc", ValueType.BOOLEAN, body);
  }

  private static int order(Frame frame, int base) throws SQLException {
    if (frame.haveTexts(base, base + 1)) {
      return frame.textOrder(base, base + 1);
    }
    if (!decimals(frame, base, 2)) {
      return Long.compare(frame.bits(base), frame.bits(base + 1));
    }
    double left = frame.toDouble(base);
    double right = frame.toDouble(base + 1);
    if (left == right) {
      return 0;
    }
    return left < right ? -1 : left > right ? 1 : UNORDERED;
  }

  private static void numbers() {
    Function.Body remainder =
        (f, b, n) -> {
          long left = f.toLong(b);
          long right = f.toLong(b + 1);
          if (right == 0) {
            throw f.failure("division by zero");
          }
          f.setLong(b, left % right);
        };
    add("mod", "ll", ValueType.LONG, remainder);
    add(
        "abs",
        "n",
        ValueType.UNSET,
        (f, b, n) -> {
          if (decimals(f, b, n)) {
            f.setDouble(b, Math.abs(f.toDouble(b)));
          } else {
            f.setLong(b, Math.abs(f.bits(b)));
          }
        });
    add("int", "l", ValueType.LONG, (f, b, n) -> f.setLong(b, f.toLong(b)));
    decimal("double", x -> x);
    decimal("sqrt", Math::sqrt);
    decimal("ln", StrictMath::log);
    decimal("exp", StrictMath::exp);
    add("pi", "", ValueType.DOUBLE, (f, b, n) -> f.setDouble(b, Math.PI));
    for (String power : List.of("pow", "power")) {
      Function.Body body =
          (f, b, n) -> f.setDouble(b, StrictMath.pow(f.toDouble(b), f.toDouble(b + 1)));
      add(power, "dd", ValueType.DOUBLE, body);
    }
    extreme("least", Math::min, Math::min);
    extreme("greatest", Math::max, Math::max);
    whole("hash", "ll?", Draws::murmur2);
    whole("hash_murmur2", "ll?", Draws::murmur2);
    whole("hash_fnv1a", "ll?", Draws::fnv1a);
    add("permute", "lll?", ValueType.LONG, Functions::permute);
  }

  private static void decimal(String name, DoubleUnaryOperator operator) {
    Function.Body body = (f, b, n) -> f.setDouble(b, operator.applyAsDouble(f.toDouble(b)));
    add(name, "d", ValueType.DOUBLE, body);
  }

  private static void permute(Frame f, int b, int n) throws SQLException {
    long size = f.toLong(b + 1);
    if (size <= 0) {
      throw f.failure("permute size parameter must be greater than zero");
    }
    f.setLong(b, Draws.permute(f.toLong(b), size, f.toLong(b + 2)));
  }

  private static void extreme(String name, LongBinaryOperator whole, DoubleBinaryOperator decimal) {
    add(
        name,
        "n*",
        ValueType.UNSET,
        (f, b, n) -> {
          boolean decimals = decimals(f, b, n);
          for (int place = b + 1; place < b + n; place++) {
            if (decimals) {
              f.setDouble(b, decimal.applyAsDouble(f.toDouble(b), f.toDouble(place)));
            } else {
              f.setLong(b, whole.applyAsLong(f.bits(b), f.bits(place)));
            }
          }
          if (decimals) {
            f.setDouble(b, f.toDouble(b));
          }
        });
  }

  private static void random() {
    Function.Body even =
        (f, b, n) -> {
          range(f, b);
          f.setLong(b, Draws.uniform(f.random, f.bits(b), f.bits(b + 1)));
        };
    drawn("random", "ll", ValueType.LONG, even);
    distribution("exponential", "be greater than zero", given -> given > 0, Draws::exponential);
    distribution("gaussian", "be at least 2", given -> given >= LEAST_GAUSSIAN, Draws::gaussian);
    distribution(
        "zipfian",
        "be in [1.001, 1000]",
        given -> given >= LEAST_ZIPFIAN && given <= MOST_ZIPFIAN,
        Draws::zipfian);
    drawn("nurand", "lll", ValueType.LONG, Functions::nurand);
    Function.Body debug = (f, b, n) -> f.debug(debugWord(f.type(b)) + f.text(b));
    drawn("debug", "A", ValueType.UNSET, debug);
  }

  private interface Distribution {
    long draw(SplitMix64 random, long least, long most, double parameter);
  }

  private static void distribution(
      String name, String limit, DoublePredicate within, Distribution distribution) {
    drawn(
        "random_" + name,
        "lld",
        ValueType.LONG,
        (f, b, n) -> {
          range(f, b);
          double parameter = f.toDouble(b + 2);
          if (!within.test(parameter)) {
            throw f.failure(name + " parameter must " + limit + ", not " + parameter);
          }
          f.setLong(b, distribution.draw(f.random, f.bits(b), f.bits(b + 1), parameter));
        });
  }

  private static String debugWord(ValueType type) {
    return switch (type) {
      case LONG -> "int ";
      case DOUBLE -> "double ";
      case BOOLEAN -> "boolean ";
      case TEXT -> "text ";
      default -> "";
    };
  }

  private static void range(Frame f, int b) throws SQLException {
    long least = f.toLong(b);
    long most = f.toLong(b + 1);
    if (least > most) {
      throw f.failure("empty range given to random: " + least + " to " + most);
    }
    if (most - least < 0 || most - least == Long.MAX_VALUE) {
      throw f.failure("random range is too large");
    }
    f.setLong(b, least);
    f.setLong(b + 1, most);
  }

  /** TPC-C 5.11, 2.1.6; C is the same in the whole run, and a function of its seed and of A. */
  private static void nurand(Frame f, int b, int n) throws SQLException {
    long a = f.toLong(b);
    f.setLong(b, f.toLong(b + 1));
    f.setLong(b + 1, f.toLong(b + 2));
    range(f, b);
    long least = f.bits(b);
    long most = f.bits(b + 1);
    if (a < 0 || a == Long.MAX_VALUE || least < 0) {
      throw f.failure("nurand takes numbers from 0 to 2^63-2");
    }
    long c = Long.remainderUnsigned(SplitMix64.stateOf(f.seed, a), a + 1);
    long drawn = Draws.uniform(f.random, 0, a) | Draws.uniform(f.random, least, most);
    f.setLong(b, Long.remainderUnsigned(drawn + c, most - least + 1) + least);
  }

  private static void texts() {
    text("random_string", LETTERS_AND_DIGITS);
    text("digits", DIGITS);
    Function.Body pick = (f, b, n) -> f.copy(b + (int) Draws.uniform(f.random, 0, n - 1), b);
    drawn("pick", "A*", ValueType.UNSET, pick);
    drawn("timestamp", "tt", ValueType.TEXT, Functions::timestamp);
    Function.Body uuid =
        (f, b, n) -> {
          long high = (f.random.nextLong() & 0xffff_ffff_ffff_0fffL) | 0x4000;
          long low = (f.random.nextLong() >>> 2) | Long.MIN_VALUE;
          f.setText(b, new UUID(high, low).toString());
        };
    drawn("uuid", "", ValueType.TEXT, uuid);
  }

  private static void text(String name, String alphabet) {
    drawn(name, "l", ValueType.TEXT, (f, b, n) -> characters(f, b, alphabet));
  }

  private static void characters(Frame f, int b, String alphabet) throws SQLException {
    long length = f.toLong(b);
    if (length < 0 || length > LONGEST_TEXT) {
      throw f.failure("a text of " + length + " characters: give 0 to " + LONGEST_TEXT);
    }
    char[] text = new char[(int) length];
    for (int i = 0; i < text.length; i++) {
      text[i] = alphabet.charAt((int) Draws.uniform(f.random, 0, alphabet.length() - 1));
    }
    f.setText(b, new String(text));
  }

  private static void timestamp(Frame f, int b, int n) throws SQLException {
    f.setLong(b, second(f, b));
    f.setLong(b + 1, second(f, b + 1));
    range(f, b);
    long drawn = Draws.uniform(f.random, f.bits(b), f.bits(b + 1));
    f.setText(b, LocalDateTime.ofEpochSecond(drawn, 0, ZoneOffset.UTC).format(SECONDS));
  }

  private static long second(Frame f, int place) throws SQLException {
    String text = f.readable(place);
    try {
      LocalDateTime moment =
          text.length() > "yyyy-mm-dd".length()
              ? LocalDateTime.parse(text, SECONDS)
              : LocalDate.parse(text).atStartOfDay();
      return moment.toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw f.failure("'" + text + "' is no date: write 'yyyy-mm-dd' or 'yyyy-mm-dd hh:mm:ss'");
    }
  }
}
