package io.github.bmt4j.workload.script;

import java.sql.SQLException;

/**
 * A function or operator of expressions.
 *
 * @param takes kinds of its arguments, a letter each: n number, l whole number, d decimal, b
 *     boolean, c number or text, t text, A anything and NULL; at the end, ? after an argument that
 *     may be left out, * after one that may be repeated
 * @param gives type of its result; {@code UNSET} if it depends on its arguments
 * @param steady true if the same arguments always give the same result
 */
record Function(String name, String takes, ValueType gives, boolean steady, Body body) {
  interface Body {
    /**
     * Replaces the arguments by the result.
     *
     * @param base place of the first argument, and of the result
     */
    void apply(Frame frame, int base, int count) throws SQLException;
  }

  private int letters() {
    return takes.length() - (takes.endsWith("?") || takes.endsWith("*") ? 1 : 0);
  }

  int least() {
    return letters() - (takes.endsWith("?") ? 1 : 0);
  }

  int most() {
    return takes.endsWith("*") ? Integer.MAX_VALUE : letters();
  }

  String arity() {
    int least = least();
    if (takes.endsWith("*")) {
      return least + " or more arguments";
    }
    return least < most()
        ? least + " to " + most() + " arguments"
        : least == 0 ? "no argument" : least == 1 ? "1 argument" : least + " arguments";
  }

  /** The call with these arguments. A NULL argument gives NULL, unless the function takes NULL. */
  Expression call(Expression... arguments) {
    boolean takesNull = takes.startsWith("A");
    return frame -> {
      int base = frame.top();
      boolean isNull = false;
      for (Expression argument : arguments) {
        argument.push(frame);
        isNull |= frame.type(frame.top() - 1) == ValueType.NULL;
      }
      if (arguments.length == 0) {
        frame.push();
      }
      if (isNull && !takesNull) {
        frame.setNull(base);
      } else {
        body.apply(frame, base, arguments.length);
      }
      frame.drop(base + 1);
    };
  }

  /** Error in an argument of a known type; empty if there is none. */
  String obstacle(int argument, ValueType type) {
    if (type == ValueType.UNSET || type == ValueType.NULL) {
      return "";
    }
    char wanted = takes.charAt(Math.min(argument, letters() - 1));
    boolean fits =
        switch (wanted) {
          case 'n', 'l', 'd' -> type == ValueType.LONG || type == ValueType.DOUBLE;
          case 'b' -> type == ValueType.BOOLEAN;
          case 'c' -> type != ValueType.BOOLEAN;
          case 't' -> type == ValueType.TEXT;
          default -> true;
        };
    return fits
        ? ""
        : switch (wanted) {
              case 'b' -> "a boolean";
              case 't' -> "a text in quotes";
              case 'c' -> "numbers or texts";
              default -> "a number";
            }
            + ", not "
            + (type == ValueType.LONG || type == ValueType.DOUBLE ? "a number" : "a " + word(type));
  }

  private static String word(ValueType type) {
    return type == ValueType.BOOLEAN ? "boolean" : "text";
  }
}
