package io.github.bmt4j.failover.client;

import io.github.bmt4j.experiment.Made;
import org.jspecify.annotations.Nullable;

/** Settings as driver, pool and JVM ship them, with what a test changes. */
public final class ShippedSettings {
  public int poolSize = 10;
  public @Nullable Long connectMillis;
  public @Nullable Long socketMillis;
  public @Nullable Long poolMillis;
  public @Nullable Long maxLifetimeMillis;
  public @Nullable Integer dnsTtlSeconds;
  public boolean evictReadOnly;
  public Retry.Policy retry = Retry.Policy.NONE;
  public @Nullable ClientDriver client;
  public @Nullable PoolSettings pooling;

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
    ShippedSettings shipped = new ShippedSettings();
    shipped.poolSize = poolSize;
    shipped.connectMillis = connectMillis;
    shipped.socketMillis = socketMillis;
    shipped.evictReadOnly = evictReadOnly;
    shipped.client = client;
    shipped.pooling = pooling;
    return shipped.settings();
  }

  /** The settings. */
  public ApplicationSettings settings() {
    return Made.of(ApplicationSettings.class)
        .set("profile", ApplicationSettings.Profile.AS_SHIPPED)
        .set("poolSize", poolSize)
        .set("connectTimeoutMillis", connectMillis)
        .set("socketTimeoutMillis", socketMillis)
        .set("poolTimeoutMillis", poolMillis)
        .set("maxLifetimeMillis", maxLifetimeMillis)
        .set("dnsTtlSeconds", dnsTtlSeconds)
        .set("evictReadOnly", evictReadOnly)
        .set("retry", retry)
        .set("client", client)
        .set("pooling", pooling)
        .record();
  }
}
