package io.github.bmt4j.workload.script;

import java.util.List;

/**
 * A part of an expression that is being parsed.
 *
 * @param type type of its value; {@code UNSET} if known only at run time
 * @param constant true if it has neither a variable nor a random function
 */
record Part(Expression code, ValueType type, boolean constant) {
  static Part constant(Frame frame, int place) {
    ValueType type = frame.type(place);
    String text = type == ValueType.DOUBLE ? frame.exact(place) : frame.text(place);
    return constant(type, frame.bits(place), text == null ? "" : text);
  }

  /**
   * A constant, from bits or text as its type requires. A double has no text, or its exact text.
   */
  static Part constant(ValueType type, long bits, String text) {
    Expression code =
        switch (type) {
          case TEXT -> frame -> frame.setText(frame.push(), text);
          case LONG -> frame -> frame.setLong(frame.push(), bits);
          case DOUBLE ->
              text.isEmpty()
                  ? frame -> frame.setDouble(frame.push(), Double.longBitsToDouble(bits))
                  : frame -> frame.setExact(frame.push(), Double.longBitsToDouble(bits), text);
          case BOOLEAN -> frame -> frame.setBoolean(frame.push(), bits == 1);
          default -> frame -> frame.setNull(frame.push());
        };
    return new Part(code, type, true);
  }

  /** AND, decided by false, or OR, decided by true: the left side alone may decide. */
  static Part lazy(Part left, Part right, boolean decides) {
    Expression code =
        frame -> {
          int base = frame.top();
          left.code().push(frame);
          if (frame.type(base) == ValueType.NULL || frame.toBoolean(base) == decides) {
            return;
          }
          frame.drop(base);
          right.code().push(frame);
          if (frame.type(base) != ValueType.NULL) {
            frame.toBoolean(base);
          }
        };
    return new Part(code, ValueType.BOOLEAN, left.constant() && right.constant());
  }

  /** CASE with conditions, each followed by its value; the last value is that of ELSE. */
  static Part chosen(List<Part> parts) {
    Expression[] codes = parts.stream().map(Part::code).toArray(Expression[]::new);
    Expression code =
        frame -> {
          int next = 0;
          while (next < codes.length - 1) {
            codes[next].push(frame);
            if (frame.popTruth()) {
              codes[next + 1].push(frame);
              return;
            }
            next += 2;
          }
          codes[next].push(frame);
        };
    return new Part(code, ValueType.UNSET, parts.stream().allMatch(Part::constant));
  }

  /** This part, evaluated anew in each execution. */
  Part varying() {
    return new Part(code, type, false);
  }
}
