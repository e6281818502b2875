package io.github.bmt4j.workload.script;

import io.github.bmt4j.workload.SplitMix64;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one script in one session, and above them the stack of the expression that is
 * being evaluated. Whole numbers and decimals are in an array of longs, so that they need no
 * allocation. Used by one thread.
 */
final class Frame {
  private static final int FIRST_STACK = 16;
  private static final Pattern WHOLE = Pattern.compile("[-+]?\\d+");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
  private static final double TWO_TO_63 = 0x1.0p63;

  private static final Pattern PLAIN = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?");

  /** Digits of a decimal: MySQL has fewer places, MariaDB more. */
  private static final int MOST_DIGITS = 65;

  private static final int MOST_PLACES = 30;

  final SplitMix64 random;
  final long seed;
  private final Consumer<String> debug;
  private final int variables;
  private ValueType[] types;
  private long[] bits;
  private @Nullable String[] texts;
  private final ValueType[] keptTypes;
  private final long[] keptBits;
  private final @Nullable String[] keptTexts;
  private int top;
  private String place = "";

  /**
   * A frame whose variables have no value.
   *
   * @param seed of the run, for values that are equal in all its workers
   * @param debug receives the lines of the function debug()
   */
  Frame(int variables, SplitMix64 random, long seed, Consumer<String> debug) {
    this.variables = variables;
    this.random = random;
    this.seed = seed;
    this.debug = debug;
    int size = variables + FIRST_STACK;
    types = new ValueType[size];
    Arrays.fill(types, ValueType.UNSET);
    bits = new long[size];
    texts = new String[size];
    keptTypes = Arrays.copyOf(types, variables);
    keptBits = new long[variables];
    keptTexts = new String[variables];
    top = variables;
  }

  /** Saves the variables for {@link #restore}. */
  void keep() {
    System.arraycopy(types, 0, keptTypes, 0, variables);
    System.arraycopy(bits, 0, keptBits, 0, variables);
    System.arraycopy(texts, 0, keptTexts, 0, variables);
  }

  /** Gives all variables the values that they had at {@link #keep}, and empties the stack. */
  void restore() {
    System.arraycopy(keptTypes, 0, types, 0, variables);
    System.arraycopy(keptBits, 0, bits, 0, variables);
    System.arraycopy(keptTexts, 0, texts, 0, variables);
    top = variables;
  }

  void at(String command) {
    place = command;
  }

  /** Order of two texts; numbers are compared as numbers, with all their digits. */
  private static int order(String left, String right) {
    return DECIMAL.matcher(left).matches() && DECIMAL.matcher(right).matches()
        ? new BigDecimal(left).compareTo(new BigDecimal(right))
        : Integer.signum(left.compareTo(right));
  }

  private boolean hasText(int place) {
    return types[place] == ValueType.TEXT
        || types[place] == ValueType.BYTES
        || exact(place) != null;
  }

  boolean haveTexts(int left, int right) {
    return hasText(left) && hasText(right);
  }

  int textOrder(int left, int right) throws SQLException {
    return order(readable(left), readable(right));
  }

  String place() {
    return place;
  }

  /** Exception that ends an operation, with the SQLState of wrong data. */
  SQLException failure(String message) {
    return new SQLException(message, "22000");
  }

  void debug(String value) {
    debug.accept("debug(" + place + "): " + value);
  }

  int top() {
    return top;
  }

  void drop(int newTop) {
    top = newTop;
  }

  void load(int slot, String name) throws SQLException {
    if (types[slot] == ValueType.UNSET) {
      throw failure(":" + name + " has no value yet: no command that sets it was executed");
    }
    copy(slot, push());
  }

  void store(int slot) {
    copy(--top, slot);
  }

  void copy(int from, int to) {
    types[to] = types[from];
    bits[to] = bits[from];
    texts[to] = texts[from];
  }

  int push() {
    if (top == types.length) {
      types = Arrays.copyOf(types, 2 * top);
      bits = Arrays.copyOf(bits, 2 * top);
      texts = Arrays.copyOf(texts, 2 * top);
    }
    return top++;
  }

  ValueType type(int place) {
    return types[place];
  }

  void setNull(int place) {
    types[place] = ValueType.NULL;
    bits[place] = 0;
  }

  void setBoolean(int place, boolean value) {
    types[place] = ValueType.BOOLEAN;
    bits[place] = value ? 1 : 0;
  }

  void setLong(int place, long value) {
    types[place] = ValueType.LONG;
    bits[place] = value;
  }

  void setDouble(int place, double value) {
    types[place] = ValueType.DOUBLE;
    bits[place] = Double.doubleToRawLongBits(value);
    texts[place] = null;
  }

  /** Sets a decimal that is sent as written, but computed with as a double. */
  void setExact(int place, double value, String written) {
    setDouble(place, value);
    texts[place] = written;
  }

  /** The decimal as it was written; null if only the double is known. */
  @Nullable String exact(int place) {
    return types[place] == ValueType.DOUBLE ? texts[place] : null;
  }

  void setBytes(int place, byte[] value) {
    types[place] = ValueType.BYTES;
    bits[place] = 0;
    texts[place] = new String(value, StandardCharsets.ISO_8859_1);
  }

  byte[] bytes(int place) {
    return String.valueOf(texts[place]).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The text of any value; bytes must be UTF-8. */
  String readable(int place) throws SQLException {
    if (types[place] != ValueType.BYTES) {
      return text(place);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(place))).toString();
    } catch (CharacterCodingException e) {
      throw failure("bytes that are not text can only be sent back: select their HEX()");
    }
  }

  void setText(int place, String value) {
    types[place] = ValueType.TEXT;
    bits[place] = 0;
    texts[place] = value;
  }

  /** The long of a LONG, the bits of a DOUBLE, 1 or 0 of a BOOLEAN. */
  long bits(int place) {
    return bits[place];
  }

  String text(int place) {
    return switch (types[place]) {
      case TEXT -> String.valueOf(texts[place]);
      case BYTES -> "x'" + HexFormat.of().formatHex(bytes(place)) + "'";
      case LONG -> Long.toString(bits[place]);
      case DOUBLE ->
          texts[place] == null ? decimal(Double.longBitsToDouble(bits[place])) : texts[place];
      case BOOLEAN -> bits[place] == 1 ? "true" : "false";
      default -> "null";
    };
  }

  private static String decimal(double value) {
    String text = Double.toString(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Converts a text to a number, if it is one; numbers stay unchanged. */
  void number(int place) throws SQLException {
    if (types[place] == ValueType.TEXT || types[place] == ValueType.BYTES) {
      String text = readable(place);
      if (WHOLE.matcher(text).matches()) {
        setWhole(place, text);
      } else if (DECIMAL.matcher(text).matches()) {
        setDouble(place, Double.parseDouble(text));
      } else {
        throw failure("'" + text + "' is not a number");
      }
    } else if (types[place] == ValueType.BOOLEAN) {
      throw failure("a boolean is not a number");
    } else if (exact(place) != null && WHOLE.matcher(text(place)).matches()) {
      setWhole(place, text(place));
    }
  }

  private void setWhole(int place, String text) throws SQLException {
    try {
      setLong(place, Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw failure(text + " is outside the range of whole numbers (64 bits)");
    }
  }

  /**
   * Sets a value that is given as text. It becomes a number, sent with all its digits, if it is
   * written as servers write numbers; anything else, such as digits with leading zeros, is a text.
   */
  void setGiven(int place, String text) {
    if (!PLAIN.matcher(text).matches() || text.equals("-0")) {
      setText(place, text);
      return;
    }
    setNumber(place, new BigDecimal(text));
    if (text.equals(exact(place)) && text.equals(decimal(Double.longBitsToDouble(bits[place])))) {
      texts[place] = null;
    }
  }

  /** Sets a number with all its digits; as text if it has more digits than a server's decimals. */
  void setNumber(int place, BigDecimal number) {
    if (number.scale() == 0 && number.unscaledValue().bitLength() < Long.SIZE) {
      setLong(place, number.longValueExact());
    } else if (number.precision() > MOST_DIGITS || number.scale() > MOST_PLACES) {
      setText(place, number.toPlainString());
    } else {
      setExact(place, number.doubleValue(), number.toPlainString());
    }
  }

  /** A number as a whole number, rounded half to even as in pgbench; anything else is an error. */
  long toLong(int place) throws SQLException {
    number(place);
    if (types[place] == ValueType.LONG) {
      return bits[place];
    }
    double value = Math.rint(Double.longBitsToDouble(bits[place]));
    if (!(value >= -TWO_TO_63 && value < TWO_TO_63)) {
      throw failure("double to int overflow for " + value);
    }
    return (long) value;
  }

  double toDouble(int place) throws SQLException {
    number(place);
    return types[place] == ValueType.DOUBLE ? Double.longBitsToDouble(bits[place]) : bits[place];
  }

  boolean toBoolean(int place) throws SQLException {
    if (types[place] != ValueType.BOOLEAN) {
      throw failure(text(place) + " is no boolean");
    }
    return bits[place] == 1;
  }

  /** Pops a truth value: NULL and zero are false, any other number is true. */
  boolean popTruth() throws SQLException {
    int place = --top;
    return switch (types[place]) {
      case BOOLEAN -> bits[place] == 1;
      case NULL -> false;
      default -> toDouble(place) != 0;
    };
  }
}
