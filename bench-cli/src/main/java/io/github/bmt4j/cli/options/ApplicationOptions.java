package io.github.bmt4j.cli.options;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ApplicationSettings.Profile;
import io.github.bmt4j.failover.client.ClientDriver;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.ExceptionOverride;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.PoolSettings;
import io.github.bmt4j.failover.client.Retry;
import io.github.bmt4j.jdbc.DriverWish;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The simulated application: driver, pool, retries. */
@Section("Application")
public final class ApplicationOptions {
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

  @Mixin DriverNames driver;

  @Option(
      names = "--pool",
      paramLabel = "<pool>",
      description = "hikari (default): HikariCP; none: a new connection for each transaction")
  ClientOptions.@Nullable Pool pool;

  @Option(
      names = "--pool-size",
      paramLabel = "<n>",
      defaultValue = "10",
      description = "connections in the pool (default ${DEFAULT-VALUE})")
  int poolSize;

  @Option(
      names = "--connect-timeout",
      paramLabel = "<s>",
      description = "the driver's connectTimeout (as shipped 30 s, or --pool-timeout)")
  @Nullable Duration connectTimeout;

  @Option(
      names = "--socket-timeout",
      order = Section.USUAL,
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
      names = "--pool-keepalive",
      paramLabel = "<s>",
      description =
          "HikariCP's keepaliveTime: how often idle connections are tested (as shipped 2m; 0:"
              + " never)")
  @Nullable Duration poolKeepalive;

  @Option(
      names = "--exception-override",
      paramLabel = "<kind>",
      description =
          "HikariCP's exceptionOverride: none, read-only (evicts connections to read-only servers;"
              + " --settings tuned has it), failed-over (keeps those that the AWS wrapper has"
              + " moved)")
  @Nullable ExceptionOverride exceptionOverride;

  @Option(
      names = "--dns-ttl",
      paramLabel = "<s>",
      description = "how long the JVM caches an address (as shipped 30 s)")
  @Nullable Duration dnsTtl;

  @Option(
      names = "--denied-list-timeout",
      paramLabel = "<s>",
      description =
          "how long the driver avoids a server that failed (as shipped 60 s: deniedListTimeout;"
              + " Connector/J 2: 50 s, MySQL Connector/J: 0)")
  @Nullable Duration deniedListTimeout;

  @Option(
      names = "--transaction-replay",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description = "transactionReplay of MariaDB Connector/J (default off)")
  boolean transactionReplay;

  @Option(
      names = "--retry",
      paramLabel = "<policy>",
      defaultValue = "none",
      description =
          "the application's retries after an error: none (default), once, until-deadline")
  Retry.Policy retry;

  /** The driver that was asked for; as shipped. */
  public DriverWish wish() {
    return driver.wish(false);
  }

  /** The family of the driver, whose modes and options it has. */
  public DriverFamily family() {
    return DriverFamily.of(wish().driver());
  }

  /**
   * Writes the modes of the driver, one a line, if that was asked for.
   *
   * @param ha the value of {@code --ha}
   * @param fits test of whether the command takes one of them
   * @return true if the command has nothing else to do
   */
  public boolean listed(CommandContext context, @Nullable String ha, Predicate<HaMode> fits) {
    if (!"list".equals(ha)) {
      return false;
    }
    Checks.check(!context.checks(), "--ha=list measures nothing: give it alone");
    DriverFamily family = family();
    context.screen().line("Modes with " + family.title() + ":");
    for (HaMode mode : family.modes().stream().filter(fits).toList()) {
      context
          .screen()
          .wrappedLine(words("%-18s  %s (%s)", mode.word(), mode.summary(), family.form(mode)));
    }
    return true;
  }

  /**
   * The settings, checked.
   *
   * @param suspendable true if the pool can be suspended
   */
  public ApplicationSettings settings(boolean suspendable) {
    DriverFamily family = family();
    ApplicationSettings usual =
        ApplicationSettings.of(
            profile, Checks.between("--pool-size", poolSize, 1, 1000), ClientDriver.of(wish()));
    refuse(family, "--connect-timeout", connectTimeout != null);
    refuse(family, "--socket-timeout", socketTimeout != null);
    refuse(family, "--denied-list-timeout", deniedListTimeout != null);
    refuse(family, "--transaction-replay", transactionReplay);
    boolean none = pool == ClientOptions.Pool.NONE;
    Checks.check(
        !none
            || (poolTimeout == null
                && validationTimeout == null
                && maxLifetime == null
                && poolKeepalive == null
                && exceptionOverride == null),
        "--pool=none has no pool: leave out --pool-timeout, --validation-timeout, --max-lifetime,"
            + " --pool-keepalive and --exception-override");
    lifetime("--pool-keepalive", poolKeepalive, "never");
    lifetime("--max-lifetime", maxLifetime, "no limit");
    Checks.check(
        exceptionOverride != ExceptionOverride.FAILED_OVER || family == DriverFamily.AWS,
        "--exception-override=failed-over is for the AWS wrapper: give --driver aws:<version>");
    Checks.check(
        dnsTtl == null || dnsTtl.toMillis() % 1000 == 0, "--dns-ttl: the JVM takes whole seconds");
    return new ApplicationSettings(
        usual.profile(),
        poolSize,
        or(connectTimeout, usual.connectTimeoutMillis()),
        or(socketTimeout, usual.socketTimeoutMillis()),
        or(hikari("--pool-timeout", poolTimeout), none ? null : usual.poolTimeoutMillis()),
        or(
            hikari("--validation-timeout", validationTimeout),
            none ? null : usual.validationTimeoutMillis()),
        or(maxLifetime, none ? null : usual.maxLifetimeMillis()),
        dnsTtl != null ? (Integer) (int) dnsTtl.toSeconds() : usual.dnsTtlSeconds(),
        usual.retriesAllDown(),
        or(deniedListTimeout, usual.deniedListMillis()),
        transactionReplay,
        exceptionOverride == null
            ? !none && usual.evictReadOnly()
            : exceptionOverride == ExceptionOverride.READ_ONLY,
        retry,
        usual.client(),
        pooling(none, suspendable));
  }

  private @Nullable PoolSettings pooling(boolean none, boolean suspendable) {
    return !none && poolKeepalive == null && exceptionOverride == null && !suspendable
        ? null
        : new PoolSettings(
            none ? PoolSettings.NONE : null,
            or(poolKeepalive, null),
            exceptionOverride,
            suspendable ? true : null);
  }

  private static void refuse(DriverFamily family, String option, boolean given) {
    Checks.check(
        !given || family.takes(option),
        option
            + ": "
            + family.title()
            + " has no such option"
            + (family == DriverFamily.OTHER
                ? " that bmt knows: give it with --driver-property"
                : ""));
  }

  private static void lifetime(String option, @Nullable Duration time, String zero) {
    Checks.check(
        time == null || time.isZero() || time.compareTo(HIKARI_LEAST_LIFETIME) >= 0,
        option + ": HikariCP takes 30s or more, or 0 for " + zero);
  }

  private static @Nullable Duration hikari(String option, @Nullable Duration time) {
    return time == null ? null : Checks.atLeast(option, time, HIKARI_LEAST);
  }

  private static @Nullable Long or(@Nullable Duration given, @Nullable Long otherwise) {
    return given != null ? (Long) given.toMillis() : otherwise;
  }
}
