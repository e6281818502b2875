package io.github.bmt4j.workload.script;

/**
 * A part of an expression that is being parsed.
 *
 * @param type type of its value; {@code UNSET} when only the run knows it
 * @param constant true if it has no variable and draws nothing
 */
record Part(Expression code, ValueType type, boolean constant) {
  /** The constant that lies at a place. */
  static Part constant(Frame frame, int place) {
    ValueType type = frame.type(place);
    String text = type == ValueType.DOUBLE ? frame.exact(place) : frame.text(place);
    return constant(type, frame.bits(place), text == null ? "" : text);
  }

  /** A constant; of bits and text, what its type needs. A double has no text, or the exact one. */
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
}
