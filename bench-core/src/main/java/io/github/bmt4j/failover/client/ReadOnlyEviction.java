package io.github.bmt4j.failover.client;

import com.zaxxer.hikari.SQLExceptionOverride;
import io.github.bmt4j.clock.Failure;
import java.sql.SQLException;

/**
 * Tells HikariCP to throw away connections to a server that says it is read-only: an old primary
 * after a switchover, which would otherwise be kept until the connections grow old.
 */
public final class ReadOnlyEviction implements SQLExceptionOverride {
  @java.lang.Override
  public Override adjudicate(SQLException exception) {
    return Failure.saysReadOnly(exception.getErrorCode())
        ? Override.MUST_EVICT
        : Override.CONTINUE_EVICT;
  }
}
