package io.github.bmt4j.cli;

import io.github.bmt4j.scenario.ApplicationSettings;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The imitated application: driver, pool, retries. */
final class ApplicationOptions {
  private static final int POOL_SIZE = 10;
  private static final long HIKARI_LEAST_MILLIS = 250;
  private static final long HIKARI_LEAST_LIFETIME_MILLIS = 30_000;

  @Option(
      names = "--settings",
      paramLabel = "<profile>",
      defaultValue = "as-shipped",
      description =
          "as-shipped (default): driver, pool and JVM as they come; tuned: short timeouts, DNS for 1 s, connections that say read-only are thrown away")
  String settings = "as-shipped";

  @Option(
      names = "--pool-size",
      paramLabel = "<n>",
      defaultValue = "" + POOL_SIZE,
      description = "connections of the pool (default ${DEFAULT-VALUE})")
  int poolSize = POOL_SIZE;

  @Option(
      names = "--connect-timeout",
      paramLabel = "<s>",
      description = "the driver's connectTimeout (as shipped 30 s)")
  @Nullable String connectTimeout;

  @Option(
      names = "--socket-timeout",
      paramLabel = "<s>",
      description = "the driver's socketTimeout (as shipped 0: waits for ever)")
  @Nullable String socketTimeout;

  @Option(
      names = "--pool-timeout",
      paramLabel = "<s>",
      description = "how long a borrow waits: HikariCP's connectionTimeout (as shipped 30 s)")
  @Nullable String poolTimeout;

  @Option(
      names = "--validation-timeout",
      paramLabel = "<s>",
      description = "HikariCP's validationTimeout (as shipped 5 s)")
  @Nullable String validationTimeout;

  @Option(
      names = "--max-lifetime",
      paramLabel = "<s>",
      description = "HikariCP's maxLifetime (as shipped 30m; 0 keeps connections for ever)")
  @Nullable String maxLifetime;

  @Option(
      names = "--dns-ttl",
      paramLabel = "<s>",
      description = "how long the JVM keeps an address (as shipped 30 s)")
  @Nullable String dnsTtl;

  @Option(
      names = "--denied-list-timeout",
      paramLabel = "<s>",
      description =
          "how long the driver keeps away from a server that failed: its deniedListTimeout (as shipped 60 s)")
  @Nullable String deniedListTimeout;

  @Option(names = "--transaction-replay", description = "the driver's transactionReplay")
  boolean transactionReplay;

  @Option(
      names = "--retry",
      paramLabel = "<policy>",
      defaultValue = "none",
      description =
          "what the application does after an error: none (default), once, until-deadline")
  String retry = "none";

  /** The settings, checked. */
  ApplicationSettings settings() {
    ApplicationSettings profile =
        ApplicationSettings.of(
            Checks.choice(
                "--settings", settings, ApplicationSettings.AS_SHIPPED, ApplicationSettings.TUNED),
            poolSize);
    Checks.check(
        poolSize >= 1 && poolSize <= 1000,
        "--pool-size=" + poolSize + ": give a number from 1 to 1000");
    Long lifetime = Checks.millis("--max-lifetime", maxLifetime);
    Checks.check(
        lifetime == null || lifetime == 0 || lifetime >= HIKARI_LEAST_LIFETIME_MILLIS,
        "--max-lifetime=" + maxLifetime + ": HikariCP takes 30s and more, or 0 for ever");
    Long dns = Checks.millis("--dns-ttl", dnsTtl);
    Checks.check(
        dns == null || dns % 1000 == 0, "--dns-ttl=" + dnsTtl + ": the JVM takes whole seconds");
    Long denied = Checks.millis("--denied-list-timeout", deniedListTimeout);
    return new ApplicationSettings(
        profile.profile(),
        poolSize,
        or(Checks.millis("--connect-timeout", connectTimeout), profile.connectTimeoutMillis()),
        or(Checks.millis("--socket-timeout", socketTimeout), profile.socketTimeoutMillis()),
        or(hikari("--pool-timeout", poolTimeout), profile.poolTimeoutMillis()),
        or(hikari("--validation-timeout", validationTimeout), profile.validationTimeoutMillis()),
        or(lifetime, profile.maxLifetimeMillis()),
        dns != null ? (Integer) (int) (dns / 1000) : profile.dnsTtlSeconds(),
        profile.retriesAllDown(),
        or(denied, profile.deniedListMillis()),
        transactionReplay,
        profile.evictReadOnly(),
        Checks.choice("--retry", retry, "none", "once", "until-deadline"));
  }

  private static @Nullable Long hikari(String option, @Nullable String text) {
    Long millis = Checks.millis(option, text);
    Checks.check(
        millis == null || millis >= HIKARI_LEAST_MILLIS,
        option + "=" + Objects.toString(text) + ": HikariCP takes 250ms and more");
    return millis;
  }

  private static @Nullable Long or(@Nullable Long given, @Nullable Long otherwise) {
    return given != null ? given : otherwise;
  }
}
