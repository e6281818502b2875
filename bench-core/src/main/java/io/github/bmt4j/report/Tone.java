package io.github.bmt4j.report;

/** The colour in which something is shown. */
public enum Tone {
  GOOD,
  PLAIN,
  /** Worth a look. */
  WARN,
  /** Not as wished, or not to be used. */
  BAD
}
