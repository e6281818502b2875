package io.github.bmt4j.compare;

import static io.github.bmt4j.report.Lines.counted;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.report.Tone;
import java.util.Locale;

/** A verdict on a figure of two sides, A and B. */
public enum RowVerdict {
  /** B is shown to be better. */
  BETTER(Tone.GOOD, ""),
  /** B is shown to be worse. */
  WORSE(Tone.BAD, ""),
  NOT_SIGNIFICANT(
      Tone.WARN, "no difference is shown (p is corrected for all figures, intervals are not)"),
  TOO_FEW(
      Tone.WARN, "a side needs " + counted(Difference.LEAST, "run") + " or repetitions at least"),
  OPEN(
      Tone.WARN,
      "lower bounds (>=), missing figures or too short runs leave open which side is better");

  final Tone tone;

  /** Explanation; empty if its word needs none. */
  final String meaning;

  RowVerdict(Tone tone, String meaning) {
    this.tone = tone;
    this.meaning = meaning;
  }

  /** Its word, such as "not significant", in text, JSON and CSV. */
  @Override
  @JsonValue
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
