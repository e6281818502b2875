package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.annotation.JsonValue;
import com.zaxxer.hikari.HikariConfig;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PoolProperties;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings of driver, pool and application that decide how long an outage lasts for the
 * application. Absent settings keep the default of driver, pool or JVM.
 *
 * @param profile origin of the values
 * @param poolSize connections of a pool
 * @param connectTimeoutMillis the driver's {@code connectTimeout}
 * @param socketTimeoutMillis the driver's {@code socketTimeout}; 0 waits forever
 * @param poolTimeoutMillis HikariCP's {@code connectionTimeout}
 * @param validationTimeoutMillis HikariCP's {@code validationTimeout}
 * @param maxLifetimeMillis HikariCP's {@code maxLifetime}; 0 keeps connections forever
 * @param dnsTtlSeconds the JVM's {@code networkaddress.cache.ttl}
 * @param retriesAllDown the driver's {@code retriesAllDown}
 * @param deniedListMillis time for which the driver avoids a server that failed: {@code
 *     deniedListTimeout} of MariaDB Connector/J 3 and newer
 * @param transactionReplay {@code transactionReplay} of MariaDB Connector/J 3 and newer
 * @param evictReadOnly true if the pool evicts connections on which error 1290, 1792 or 1836
 *     occurred
 * @param retry reaction of the application to an error
 * @param client driver of the application; absent for bmt's own
 * @param pooling choices about the pool; absent without any
 */
public record ApplicationSettings(
    Profile profile,
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
    Retry.Policy retry,
    @Nullable ClientDriver client,
    @Nullable PoolSettings pooling) {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");

  /** Settings that apply where no option overrides them. */
  public enum Profile {
    AS_SHIPPED,
    TUNED;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The {@code socketTimeout} of connections with a URL, in ms, if it is known: a value in the URL
   * comes first.
   */
  public @Nullable Long socketTimeoutMillis(@Nullable String url) {
    String set = url == null ? null : JdbcUrl.value(url, "socketTimeout").orElse(null);
    if (set != null) {
      return NUMBER.matcher(set).matches() ? (Long) Long.parseLong(set) : null;
    }
    return family() == DriverFamily.OTHER ? null : socketTimeoutMillis;
  }

  /**
   * The settings of connections with a URL: the driver's properties come first, then the URL's own
   * settings.
   *
   * @param url null for a URL without settings
   */
  public ApplicationSettings inForce(@Nullable String url) {
    String all = url == null ? "jdbc:mariadb://host/" : url;
    if (client != null) {
      for (Map.Entry<String, String> property : client.driverProperties().entrySet()) {
        if (NUMBER.matcher(property.getValue()).matches()) {
          all = JdbcUrl.replaced(all, property.getKey(), property.getValue());
        }
      }
    }
    return with(
        millis(all, "connectTimeout", connectTimeoutMillis),
        millis(all, "socketTimeout", socketTimeoutMillis),
        retriesAllDown,
        family().deniedMillis(all, deniedListMillis));
  }

  ApplicationSettings with(
      @Nullable Long connectMillis,
      @Nullable Long socketMillis,
      @Nullable Integer retries,
      @Nullable Long deniedMillis) {
    return new ApplicationSettings(
        profile,
        poolSize,
        connectMillis,
        socketMillis,
        poolTimeoutMillis,
        validationTimeoutMillis,
        maxLifetimeMillis,
        dnsTtlSeconds,
        retries,
        deniedMillis,
        transactionReplay,
        evictReadOnly,
        retry,
        client,
        pooling);
  }

  public DriverFamily family() {
    return client == null ? DriverFamily.MARIADB : client.family();
  }

  /** Returns true if the application opens a new connection for each operation. */
  public boolean goesWithoutPool() {
    return pooling != null && PoolSettings.NONE.equals(pooling.pool());
  }

  /** Configuration of its HikariCP pool, without its data source. */
  public HikariConfig hikari() {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(poolSize);
    set(poolTimeoutMillis, config::setConnectionTimeout);
    set(validationTimeoutMillis, config::setValidationTimeout);
    set(maxLifetimeMillis, config::setMaxLifetime);
    if (pooling != null) {
      set(pooling.keepaliveMillis(), config::setKeepaliveTime);
      set(pooling.allowPoolSuspension(), config::setAllowPoolSuspension);
    }
    set(ExceptionOverride.className(this), config::setExceptionOverrideClassName);
    return config;
  }

  private static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  /** Properties that the pool gets in addition. */
  public PoolProperties poolProperties() {
    PoolProperties given = pooling == null ? null : pooling.properties();
    return given == null ? PoolProperties.NONE : given;
  }

  private static @Nullable Long millis(String url, String option, @Nullable Long otherwise) {
    return JdbcUrl.value(url, option)
        .filter(value -> NUMBER.matcher(value).matches())
        .map(Long::valueOf)
        .orElse(otherwise);
  }

  /** Time limit of a connect; by default 30 s. */
  public Duration connectTimeout() {
    return Duration.ofMillis(Objects.requireNonNullElse(connectTimeoutMillis, 30_000L));
  }

  /** Time for which the JVM keeps an address; by default 30 s. */
  public Duration dnsTtl() {
    return Duration.ofSeconds(Math.max(0, Objects.requireNonNullElse(dnsTtlSeconds, 30)));
  }

  /** Time for which the driver avoids a failed server; zero if it does not. */
  public Duration deniedListTimeout() {
    return deniedListMillis == null
        ? family().deniedByDefault()
        : Duration.ofMillis(deniedListMillis);
  }

  /**
   * Time for which the pool keeps a connection, by default 30 min; zero for no limit. Without a
   * pool, a connection lasts for one operation.
   */
  public Duration maxLifetime() {
    return goesWithoutPool()
        ? Duration.ofMillis(1)
        : Duration.ofMillis(Objects.requireNonNullElse(maxLifetimeMillis, 1_800_000L));
  }

  /** Time in which connections may still move to a server that was away; a year without a limit. */
  public Duration mayChangeBackFor() {
    return deniedListTimeout().plus(maxLifetime().isZero() ? Duration.ofDays(365) : maxLifetime());
  }

  /**
   * Time after which reads go to a replica that was away again; a year without a limit. MySQL
   * Connector/J chooses a replica for each transaction, and opens a connection to it as needed.
   */
  public Duration mayBeAvoidedFor() {
    return family() == DriverFamily.MYSQL ? deniedListTimeout() : mayChangeBackFor();
  }

  /**
   * A profile's settings, as far as the driver has options for them; without retries.
   *
   * @param client driver of the application; null for bmt's own without properties
   */
  public static ApplicationSettings of(
      Profile profile, int poolSize, @Nullable ClientDriver client) {
    ApplicationSettings usual =
        profile == Profile.AS_SHIPPED
            ? new ApplicationSettings(
                profile,
                poolSize,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                false,
                false,
                Retry.Policy.NONE,
                client,
                null)
            : new ApplicationSettings(
                profile,
                poolSize,
                1_000L,
                3_000L,
                3_000L,
                1_000L,
                300_000L,
                1,
                10,
                null,
                false,
                true,
                Retry.Policy.NONE,
                client,
                null);
    return usual.family().fitted(usual);
  }
}
