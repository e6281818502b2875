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
import io.github.bmt4j.jdbc.PoolProperties;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The simulated application: driver, pool, retries. */
@Section("Application")
public final class ApplicationOptions {
  private static final int SIZE = 10;
  private static final String OVERRIDE = "exceptionOverrideClassName";

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

  @Within(least = 1, most = 1000)
  @Option(
      names = "--pool-size",
      paramLabel = "<n>",
      description = "connections in the pool (default " + SIZE + ")")
  @Nullable Integer poolSize;

  @Mixin PoolOptions properties;

  @Option(
      names = "--connect-timeout",
      paramLabel = "<s>",
      description =
          "the driver's connectTimeout (by default 30 s, or HikariCP's connectionTimeout)")
  @Nullable Duration connectTimeout;

  @Option(
      names = "--socket-timeout",
      order = Section.USUAL,
      paramLabel = "<s>",
      description = "the driver's socketTimeout (by default 0: no limit)")
  @Nullable Duration socketTimeout;

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
      description = "how long the JVM caches an address (by default 30 s)")
  @Nullable Duration dnsTtl;

  @Option(
      names = "--denied-list-timeout",
      paramLabel = "<s>",
      description =
          "how long the driver avoids a server that failed (by default 60 s: deniedListTimeout;"
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

  /** The requested driver, with its default settings. */
  public DriverWish wish() {
    return driver.wish(false);
  }

  /** The family of the driver, which decides its modes and options. */
  public DriverFamily family() {
    return DriverFamily.of(wish().driver());
  }

  /**
   * Prints the modes of the driver, one a line, if requested.
   *
   * @param ha the value of {@code --ha}
   * @param fits true for a mode that the command takes
   * @return true if the command has nothing else to do
   */
  public boolean listed(CommandContext context, @Nullable String ha, Predicate<HaMode> fits) {
    if (!"list".equals(ha)) {
      return false;
    }
    Checks.check(!context.checks(), "--ha", "=list measures nothing: give it alone");
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
    refuse(family, "--connect-timeout", connectTimeout != null);
    refuse(family, "--socket-timeout", socketTimeout != null);
    refuse(family, "--denied-list-timeout", deniedListTimeout != null);
    refuse(family, "--transaction-replay", transactionReplay);
    boolean none = pool == ClientOptions.Pool.NONE;
    Checks.check(
        !none || exceptionOverride == null,
        "--pool",
        "=none has no pool: leave out --exception-override");
    Checks.check(
        exceptionOverride != ExceptionOverride.FAILED_OVER || family == DriverFamily.AWS,
        "--exception-override",
        "=failed-over is for the AWS wrapper: give --driver aws:<version>");
    Checks.check(
        dnsTtl == null || dnsTtl.toMillis() % 1000 == 0,
        "--dns-ttl",
        ": the JVM takes whole seconds");
    int size = poolSize == null ? SIZE : poolSize;
    ApplicationSettings usual = ApplicationSettings.of(profile, size, ClientDriver.of(wish()));
    PoolProperties given = given(usual, none, suspendable);
    Integer other = given.size();
    boolean named = given.values().containsKey(OVERRIDE);
    PoolProperties others = given.without(PoolOptions.SIZE);
    boolean chosen = none || suspendable || exceptionOverride != null;
    return new ApplicationSettings(
        usual.profile(),
        other == null ? size : Checks.between(PoolProperties.OPTION, other, 1, 1000),
        or(connectTimeout, usual.connectTimeoutMillis()),
        or(socketTimeout, usual.socketTimeoutMillis()),
        given.number("connectionTimeout", none ? null : usual.poolTimeoutMillis()),
        given.number("validationTimeout", none ? null : usual.validationTimeoutMillis()),
        given.number("maxLifetime", none ? null : usual.maxLifetimeMillis()),
        dnsTtl != null ? (Integer) (int) dnsTtl.toSeconds() : usual.dnsTtlSeconds(),
        usual.retriesAllDown(),
        or(deniedListTimeout, usual.deniedListMillis()),
        transactionReplay,
        exceptionOverride == null
            ? !none && !named && usual.evictReadOnly()
            : exceptionOverride == ExceptionOverride.READ_ONLY,
        retry,
        usual.client(),
        !chosen && others.equals(PoolProperties.NONE)
            ? null
            : new PoolSettings(
                none ? PoolSettings.NONE : null,
                given.number("keepaliveTime", null),
                exceptionOverride,
                suspendable ? true : null,
                others.equals(PoolProperties.NONE) ? null : others));
  }

  /** The properties that were given for the pool, checked together with the profile. */
  private PoolProperties given(ApplicationSettings usual, boolean none, boolean suspendable) {
    Map<String, String> others = new HashMap<>();
    if (poolSize != null) {
      others.put(PoolOptions.SIZE, "--pool-size");
    }
    if (exceptionOverride != null) {
      others.put(OVERRIDE, "--exception-override");
    }
    if (suspendable) {
      others.put("allowPoolSuspension", "--hold=pool");
    }
    Map<String, String> stronger =
        profile == Profile.AS_SHIPPED
            ? Map.of()
            : Stream.of("connectionTimeout", "validationTimeout", "maxLifetime", OVERRIDE)
                .collect(Collectors.toMap(name -> name, name -> "--settings=tuned"));
    return properties.properties(others, stronger, none ? null : usual.hikari());
  }

  private static void refuse(DriverFamily family, String option, boolean given) {
    Checks.check(
        !given || family.takes(option),
        option,
        ": "
            + family.title()
            + " has no such option"
            + (family == DriverFamily.OTHER
                ? " that bmt knows: give it with --driver-property"
                : ""));
  }

  private static @Nullable Long or(@Nullable Duration given, @Nullable Long otherwise) {
    return given != null ? (Long) given.toMillis() : otherwise;
  }
}
