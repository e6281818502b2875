package io.github.bmt4j.api;

/**
 * Nothing was measured, because a server cannot be reached or used, or the measurement was stopped.
 */
public final class MeasurementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MeasurementException(String message, Throwable cause) {
    super(message, cause);
  }
}
