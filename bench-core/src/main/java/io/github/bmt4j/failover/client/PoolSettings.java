package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Choices about an application's pool. What is absent is HikariCP's default, or the profile's.
 *
 * @param pool {@code none} for a new connection for each operation; absent for HikariCP
 * @param keepaliveMillis HikariCP's {@code keepaliveTime}; 0 for none
 * @param allowPoolSuspension HikariCP's: true where a planned change suspends the pool
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PoolSettings(
    @Nullable String pool,
    @Nullable Long keepaliveMillis,
    @Nullable ExceptionOverride exceptionOverride,
    @Nullable Boolean allowPoolSuspension) {
  /** The value of {@code --pool} for an application without a pool. */
  public static final String NONE = "none";
}
