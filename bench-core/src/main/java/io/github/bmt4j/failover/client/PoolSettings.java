package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.jdbc.PoolProperties;
import org.jspecify.annotations.Nullable;

/**
 * Choices about an application's pool. An absent choice is the profile's, or HikariCP's default.
 *
 * @param pool {@code none} for a new connection for each operation; absent for HikariCP
 * @param keepaliveMillis HikariCP's {@code keepaliveTime}; 0 for none
 * @param allowPoolSuspension HikariCP's: true where a planned change suspends the pool
 * @param properties that the user gave; those of which the settings have a component are there too
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PoolSettings(
    @Nullable String pool,
    @Nullable Long keepaliveMillis,
    @Nullable ExceptionOverride exceptionOverride,
    @Nullable Boolean allowPoolSuspension,
    @Nullable PoolProperties properties) {
  /** The value of {@code --pool} for an application without a pool. */
  public static final String NONE = "none";
}
