package io.github.bmt4j.scenario;

import org.jspecify.annotations.Nullable;

/**
 * Settings of driver, pool and application that decide how long an outage lasts for the
 * application. What is absent is left as driver, pool or JVM ship it.
 *
 * @param profile {@code as-shipped} or {@code tuned}: where the values come from
 * @param poolSize connections of a pool
 * @param connectTimeoutMillis Connector/J's {@code connectTimeout}
 * @param socketTimeoutMillis Connector/J's {@code socketTimeout}; 0 waits for ever
 * @param poolTimeoutMillis HikariCP's {@code connectionTimeout}
 * @param validationTimeoutMillis HikariCP's {@code validationTimeout}
 * @param maxLifetimeMillis HikariCP's {@code maxLifetime}; 0 keeps connections for ever
 * @param dnsTtlSeconds the JVM's {@code networkaddress.cache.ttl}
 * @param retriesAllDown Connector/J's {@code retriesAllDown}
 * @param deniedListMillis Connector/J's {@code deniedListTimeout}: how long it keeps away from a
 *     server that failed
 * @param transactionReplay Connector/J's {@code transactionReplay}
 * @param evictReadOnly whether the pool throws away connections that say 1290, 1792 or 1836
 * @param retry {@code none}, {@code once} or {@code until-deadline}: what the application does
 *     after an error
 */
public record ApplicationSettings(
    String profile,
    int poolSize,
    @Nullable Long connectTimeoutMillis,
    @Nullable Long socketTimeoutMillis,
    @Nullable Long poolTimeoutMillis,
    @Nullable Long validationTimeoutMillis,
    @Nullable Long maxLifetimeMillis,
    @Nullable Integer dnsTtlSeconds,
    @Nullable Integer retriesAllDown,
    @Nullable Long deniedListMillis,
    boolean transactionReplay,
    boolean evictReadOnly,
    String retry) {}
