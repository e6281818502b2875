package io.github.bmt4j.failover.fault;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Place where the application's work waits during a planned change. */
public enum Hold {
  /** Nowhere: what comes during the change fails. */
  NONE,
  /** In the application's pools, which are suspended. */
  POOL,
  /** At the endpoint, which accepts new connections and passes them on after the change. */
  ENDPOINT;

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
