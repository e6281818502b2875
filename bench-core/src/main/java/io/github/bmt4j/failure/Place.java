package io.github.bmt4j.failure;

/**
 * A place in a file of the user.
 *
 * @param file as the user named it
 * @param line from 1
 * @param column from 1
 */
public record Place(String file, int line, int column) {
  /** {@code pay.sql:5:60}. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
