package io.github.bmt4j.target;

import io.github.bmt4j.failure.TargetException;
import java.util.List;
import java.util.Locale;

/** What a server's limits mean for a run, before it starts. */
public final class Preflight {
  /**
   * Connections beside those of the workers: ours that reads counters, and somebody's who looks on.
   */
  private static final int SPARE_CONNECTIONS = 2;

  private Preflight() {}

  /**
   * What was found.
   *
   * @param psMode the mode that the server's limits allow
   * @param warnings in words
   */
  public record Findings(PsMode psMode, List<String> warnings) {}

  /**
   * Checks the limits.
   *
   * @param statements that each connection prepares at most
   * @throws TargetException when the server cannot hold the connections
   */
  public static Findings check(ServerFacts server, int threads, int statements, PsMode wanted)
      throws TargetException {
    long connections = server.number("max_connections", Long.MAX_VALUE);
    if (threads + SPARE_CONNECTIONS > connections) {
      throw new TargetException(
          words(
              "%,d threads need %,d connections, but the server's max_connections is %,d: raise it or use fewer threads",
              threads, threads + SPARE_CONNECTIONS, connections));
    }
    long limit = server.number("max_prepared_stmt_count", Long.MAX_VALUE);
    long budget = limit - server.preparedStatements();
    long needed = (long) threads * statements;
    if (wanted == PsMode.AUTO && needed > budget) {
      return new Findings(
          PsMode.DISABLE,
          List.of(
              words(
                  "statements go as text: %,d threads x %,d statements would exceed the server's max_prepared_stmt_count of %,d, of which %,d are in use (error 1461)",
                  threads, statements, limit, server.preparedStatements())));
    }
    return new Findings(wanted, List.of());
  }

  private static String words(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
