package io.github.bmt4j.cli;

import io.github.bmt4j.failover.client.ApplicationSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The simulated application: driver, pool, retries. */
@Section("Application")
@SuppressWarnings("NullAway.Init")
final class ApplicationOptions {
  private static final Duration HIKARI_LEAST = Duration.ofMillis(250);
  private static final Duration HIKARI_LEAST_LIFETIME = Duration.ofSeconds(30);

  @Option(
      names = "--settings",
      paramLabel = "<profile>",
      defaultValue = "as-shipped",
      description =
          "as-shipped (default): defaults of driver, pool and JVM; tuned: short timeouts, DNS"
              + " cached for 1 s, read-only connections evicted from the pool")
  Profile profile;

  @Option(
      names = "--pool-size",
      paramLabel = "<n>",
      defaultValue = "10",
      description = "connections in the pool (default ${DEFAULT-VALUE})")
  int poolSize;

  @Option(
      names = "--connect-timeout",
      paramLabel = "<s>",
      description = "the driver's connectTimeout (as shipped 30 s)")
  @Nullable Duration connectTimeout;

  @Option(
      names = "--socket-timeout",
      order = UsageHelp.USUAL,
      paramLabel = "<s>",
      description = "the driver's socketTimeout (as shipped 0: no limit)")
  @Nullable Duration socketTimeout;

  @Option(
      names = "--pool-timeout",
      paramLabel = "<s>",
      description = "HikariCP's connectionTimeout: how long a borrow waits (as shipped 30 s)")
  @Nullable Duration poolTimeout;

  @Option(
      names = "--validation-timeout",
      paramLabel = "<s>",
      description = "HikariCP's validationTimeout (as shipped 5 s)")
  @Nullable Duration validationTimeout;

  @Option(
      names = "--max-lifetime",
      paramLabel = "<s>",
      description = "HikariCP's maxLifetime (as shipped 30m; 0: no limit)")
  @Nullable Duration maxLifetime;

  @Option(
      names = "--dns-ttl",
      paramLabel = "<s>",
      description = "how long the JVM caches an address (as shipped 30 s)")
  @Nullable Duration dnsTtl;

  @Option(
      names = "--denied-list-timeout",
      paramLabel = "<s>",
      description =
          "the driver's deniedListTimeout: how long it avoids a server that failed (as shipped 60"
              + " s)")
  @Nullable Duration deniedListTimeout;

  @Option(
      names = "--transaction-replay",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description = "the driver's transactionReplay (default off)")
  boolean transactionReplay;

  @Option(
      names = "--retry",
      paramLabel = "<policy>",
      defaultValue = "none",
      description =
          "the application's retries after an error: none (default), once, until-deadline")
  Retry retry;

  /** Whose settings hold where no option says otherwise. */
  enum Profile {
    AS_SHIPPED,
    TUNED
  }

  /** What the application does after an error. */
  enum Retry {
    NONE,
    ONCE,
    UNTIL_DEADLINE
  }

  /** The settings, checked. */
  ApplicationSettings settings() {
    ApplicationSettings usual =
        ApplicationSettings.of(
            Converters.word(profile), Checks.between("--pool-size", poolSize, 1, 1000));
    Checks.check(
        maxLifetime == null
            || maxLifetime.isZero()
            || maxLifetime.compareTo(HIKARI_LEAST_LIFETIME) >= 0,
        "--max-lifetime: HikariCP takes 30s or more, or 0 for no limit");
    Checks.check(
        dnsTtl == null || dnsTtl.toMillis() % 1000 == 0, "--dns-ttl: the JVM takes whole seconds");
    return new ApplicationSettings(
        usual.profile(),
        poolSize,
        or(connectTimeout, usual.connectTimeoutMillis()),
        or(socketTimeout, usual.socketTimeoutMillis()),
        or(hikari("--pool-timeout", poolTimeout), usual.poolTimeoutMillis()),
        or(hikari("--validation-timeout", validationTimeout), usual.validationTimeoutMillis()),
        or(maxLifetime, usual.maxLifetimeMillis()),
        dnsTtl != null ? (Integer) (int) dnsTtl.toSeconds() : usual.dnsTtlSeconds(),
        usual.retriesAllDown(),
        or(deniedListTimeout, usual.deniedListMillis()),
        transactionReplay,
        usual.evictReadOnly(),
        Converters.word(retry));
  }

  private static @Nullable Duration hikari(String option, @Nullable Duration time) {
    return time == null ? null : Checks.atLeast(option, time, HIKARI_LEAST);
  }

  private static @Nullable Long or(@Nullable Duration given, @Nullable Long otherwise) {
    return given != null ? (Long) given.toMillis() : otherwise;
  }
}
