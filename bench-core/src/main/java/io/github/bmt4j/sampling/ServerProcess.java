package io.github.bmt4j.sampling;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.os.ResidentMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The process of a server on this machine: as its target names it, or else by its file with the
 * process id.
 */
public final class ServerProcess {
  /** A server notes its start a moment after its process has begun. */
  private static final Duration START_SLACK = Duration.ofSeconds(20);

  private ServerProcess() {}

  /** The process; empty if it is not visible. Three statements, unless the target names it. */
  static Optional<ProcessHandle> of(Connection connection, Target target, Clock clock)
      throws SQLException {
    ProcessHandle named = target.process();
    return (named == null ? byFile(connection, clock) : Optional.of(named))
        .filter(found -> found.info().totalCpuDuration().isPresent());
  }

  private static Optional<ProcessHandle> byFile(Connection connection, Clock clock)
      throws SQLException {
    Path folder = Path.of(Sql.text(connection, "SELECT @@datadir"));
    Path file = folder.resolve(Sql.text(connection, "SELECT @@pid_file"));
    long uptime =
        Sql.numbers(connection, "SHOW GLOBAL STATUS LIKE 'Uptime'").getOrDefault("Uptime", 0L);
    Instant start = clock.now().minusSeconds(uptime);
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
          .filter(found -> isNear(found.info().startInstant(), start));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean isNear(Optional<Instant> began, Instant start) {
    return began.isPresent()
        && Duration.between(began.get(), start).abs().compareTo(START_SLACK) < 0;
  }

  /** Resident memory of the server's process; 0 if it is not visible. */
  public static long residentBytes(Connection connection, Target target, Clock clock)
      throws SQLException {
    return JdbcUrl.isOnThisMachine(target.url())
        ? of(connection, target, clock)
            .map(process -> ResidentMemory.bytes(process.pid()))
            .orElse(0L)
        : 0;
  }
}
