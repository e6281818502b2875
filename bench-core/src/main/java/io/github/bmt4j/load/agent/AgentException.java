package io.github.bmt4j.load.agent;

import java.sql.SQLException;

/** A load that could not begin, or of which nothing is left, because of an agent. */
public final class AgentException extends SQLException {
  private static final long serialVersionUID = 1L;

  AgentException(String message) {
    super(message);
  }
}
