package io.github.bmt4j.failover.client;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Makes HikariCP throw away connections to a server that reports that it is read-only: after a
 * switchover, it would keep those to the old primary until they reach their maximum age.
 * Applications may copy it: {@code exceptionOverrideClassName} names the class.
 */
public final class ReadOnlyEviction implements SQLExceptionOverride {
  @java.lang.Override
  public Override adjudicate(SQLException exception) {
    return switch (exception.getErrorCode()) {
      // --read-only, a read-only transaction, read-only mode (of Aurora and of InnoDB)
      case 1290, 1792, 1836 -> Override.MUST_EVICT;
      default ->
          "25006".equals(exception.getSQLState()) // read-only transaction, without a code
              ? Override.MUST_EVICT
              : Override.CONTINUE_EVICT;
    };
  }
}
