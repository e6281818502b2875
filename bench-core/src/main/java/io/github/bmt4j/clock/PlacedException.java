package io.github.bmt4j.clock;

import java.sql.SQLException;

/** That a command of the user's own SQL failed, and where; its cause says why. */
public final class PlacedException extends SQLException {
  private static final long serialVersionUID = 1L;

  private final String place;
  private final SQLException failure;

  /**
   * @param place file and line
   * @param failure of the server, the driver, or the command itself
   */
  public PlacedException(String place, SQLException failure) {
    super(
        place + ": " + failure.getMessage(),
        failure.getSQLState(),
        failure.getErrorCode(),
        failure);
    this.place = place;
    this.failure = failure;
  }

  String place() {
    return place;
  }

  SQLException failure() {
    return failure;
  }
}
