package io.github.bmt4j.api;

/** Judgement of a result. */
public enum Verdict {
  /** The figures may be used, and every check was passed. */
  VALID,
  /** The figures may be used, but a limit is broken, or a check failed, such as lost writes. */
  FAILED,
  /** The figures must not be used: {@link Result#reasons} says why. */
  INVALID
}
