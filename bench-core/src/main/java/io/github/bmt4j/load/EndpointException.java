package io.github.bmt4j.load;

import java.sql.SQLException;

/** A worker could not get its first connection to one of several endpoints. */
public final class EndpointException extends SQLException {
  private final int endpoint;

  public EndpointException(int endpoint, SQLException failure) {
    super(failure.getMessage(), failure.getSQLState(), failure.getErrorCode(), failure);
    this.endpoint = endpoint;
  }

  /** Number of the endpoint, from 0. */
  public int endpoint() {
    return endpoint;
  }
}
