package io.github.bmt4j.failover.client;

import org.jspecify.annotations.Nullable;

/** Settings as driver, pool and JVM ship them, with what a test changes. */
public final class ShippedSettings {
  private ShippedSettings() {}

  /** With a driver. */
  public static ApplicationSettings of(int poolSize, @Nullable ClientDriver client) {
    return of(poolSize, null, null, false, client, null);
  }

  /** With limits of the driver, and choices about the pool. */
  public static ApplicationSettings of(
      int poolSize,
      @Nullable Long connectMillis,
      @Nullable Long socketMillis,
      boolean evictReadOnly,
      @Nullable ClientDriver client,
      @Nullable PoolSettings pooling) {
    return new ApplicationSettings(
        ApplicationSettings.AS_SHIPPED,
        poolSize,
        connectMillis,
        socketMillis,
        null,
        null,
        null,
        null,
        null,
        null,
        false,
        evictReadOnly,
        "none",
        client,
        pooling);
  }
}
