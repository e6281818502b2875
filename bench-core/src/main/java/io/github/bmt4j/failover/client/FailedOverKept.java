package io.github.bmt4j.failover.client;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Keeps connections in the pool that the AWS Advanced JDBC Wrapper has connected to the new primary
 * before it threw: because of the SQLState, HikariCP would throw them away and open others by names
 * that may still lead to the old primary. The wrapper's own class for this cannot be used here,
 * because the driver is loaded apart from the pool.
 *
 * <p>Applications may copy it if they treat 08007 as unknown: they look whether the transaction was
 * committed before they repeat it. The connection that stays in the pool gives no other hint, and a
 * transaction that is repeated like one after 08S02 may be done twice.
 */
public final class FailedOverKept implements SQLExceptionOverride {
  /** The connection leads to the new primary; the application must repeat its work. */
  private static final String SUCCEEDED = "08S02";

  /** As {@link #SUCCEEDED}, in a transaction that may have been committed or not. */
  private static final String UNKNOWN = "08007";

  @java.lang.Override
  public Override adjudicate(SQLException exception) {
    String state = exception.getSQLState();
    return SUCCEEDED.equals(state) || UNKNOWN.equals(state)
        ? Override.DO_NOT_EVICT
        : Override.CONTINUE_EVICT;
  }
}
