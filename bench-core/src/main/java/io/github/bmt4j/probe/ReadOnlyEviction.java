package io.github.bmt4j.probe;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/**
 * Tells HikariCP to throw away connections to a server that says it is read-only: an old primary
 * after a switchover, which would otherwise be kept until the connections grow old.
 */
public final class ReadOnlyEviction implements SQLExceptionOverride {
  /** Read-only by option, read-only transaction, read-only storage engine. */
  private static final Set<Integer> READ_ONLY = Set.of(1290, 1792, 1836);

  @java.lang.Override
  public Override adjudicate(SQLException exception) {
    return READ_ONLY.contains(exception.getErrorCode())
        ? Override.MUST_EVICT
        : Override.CONTINUE_EVICT;
  }
}
