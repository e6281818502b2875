package io.github.bmt4j.sampling;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.failure.Redacted;

/** A command of the user, stored and printed without its secrets. */
public final class CommandText {
  private final String text;

  /**
   * @param text with its secrets; without them in a stored result
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public CommandText(String text) {
    this.text = text;
  }

  public String reveal() {
    return text;
  }

  @JsonValue
  @Override
  public String toString() {
    return Redacted.text(text);
  }
}
