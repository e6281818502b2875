package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A plain connection straight to a server, opened when it is needed. For one thread, but for {@link
 * #abort}.
 */
public final class StraightConnection {
  /** Opens a connection to a node, with short timeouts. */
  public interface Opening {
    Connection open() throws SQLException;
  }

  private final Opening opening;
  private volatile @Nullable Connection connection;

  public StraightConnection(Opening opening) {
    this.opening = opening;
  }

  /** The connection; opens it when there is none. */
  public Connection get() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = opening.open();
      connection = open;
    }
    return open;
  }

  /** True if it is open and the server answers over it. */
  public boolean isUsable() {
    Connection open = connection;
    try {
      return open != null && !open.isClosed() && open.isValid(1);
    } catch (SQLException | RuntimeException e) {
      return false;
    }
  }

  /**
   * The connection, if the server still answers over it; otherwise another one: servers close idle
   * connections.
   */
  public Connection fresh() throws SQLException {
    if (!isUsable()) {
      drop();
    }
    return get();
  }

  /** Breaks it, and any statement under way; may be called from another thread. */
  public void abort() {
    Connection open = connection;
    if (open != null) {
      Connector.abortQuietly(open);
    }
  }

  /** Closes it, if it is open; the next use opens another one. */
  public void drop() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException | RuntimeException e) {
        // It is gone already.
      }
    }
  }
}
