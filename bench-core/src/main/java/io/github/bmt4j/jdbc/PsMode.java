package io.github.bmt4j.jdbc;

/** Mode of statements with parameters; sysbench's {@code --db-ps-mode}. */
public enum PsMode {
  /** Prepared on the server once, then executed in binary. */
  AUTO,
  /** Parameters written into the text by the driver. */
  DISABLE
}
