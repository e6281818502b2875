package io.github.bmt4j.load.agent;

import java.sql.SQLException;

/** Thrown when, because of an agent, a load could not begin or left no figures. */
public final class AgentException extends SQLException {
  private static final long serialVersionUID = 1L;

  AgentException(String message) {
    super(message);
  }
}
