package io.github.bmt4j.failover.client;

import static io.github.bmt4j.failover.client.HaMode.Trait.AURORA;
import static io.github.bmt4j.failover.client.HaMode.Trait.FIRST_WRITES;
import static io.github.bmt4j.failover.client.HaMode.Trait.LISTS_NODES;
import static io.github.bmt4j.failover.client.HaMode.Trait.ROUTES_READS;
import static io.github.bmt4j.failover.client.HaMode.Trait.SPLITS_READS;
import static io.github.bmt4j.failover.client.HaMode.Trait.SPREADS_READS;

import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.JdbcUrl;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Drivers that find their servers in the same ways and name their options alike: an application's
 * means against an outage.
 */
@SuppressWarnings("ImmutableEnumChecker") // Records of texts, and lists that cannot be changed.
public enum DriverFamily {
  MARIADB(
      "MariaDB Connector/J",
      "jdbc:mariadb:",
      new Names("retriesAllDown", "deniedListTimeout", 1, 60_000, "transactionReplay"),
      HaMode.SEQUENTIAL,
      HaMode.REPLICATION,
      HaMode.LOADBALANCE,
      HaMode.LOAD_BALANCE_READ),

  MARIADB_2(
      "MariaDB Connector/J 2",
      "jdbc:mariadb:",
      new Names("retriesAllDown", "loadBalanceBlacklistTimeout", 1_000, 50_000, ""),
      HaMode.SEQUENTIAL,
      HaMode.REPLICATION,
      HaMode.spreading("loadbalance", "a node at random, whatever its role: bmt only reads"),
      HaMode.spreading("failover", "as loadbalance, with another node when one fails"),
      new HaMode(
          "aurora",
          "aurora:",
          Set.of(LISTS_NODES, ROUTES_READS, AURORA),
          "asks the servers which one is the writer; emulated on servers that bmt starts")),

  MYSQL(
      "MySQL Connector/J",
      "jdbc:mysql:",
      new Names("retriesAllDown", "loadBalanceBlocklistTimeout", 1, 0, ""),
      new HaMode(
          "failover",
          "",
          Set.of(LISTS_NODES),
          "the first node; if it fails, another one until the first is back, for reads only unless"
              + " --driver-property failOverReadOnly=false"),
      HaMode.REPLICATION,
      HaMode.spreading(
          "loadbalance",
          "a node at random for each transaction, whatever its role: bmt only reads")),

  /** AWS Advanced JDBC Wrapper. Its plugins know the nodes of Aurora and RDS clusters only. */
  AWS(
      "AWS Advanced JDBC Wrapper",
      "jdbc:aws-wrapper:…:",
      Names.NONE,
      new HaMode(
          "hosts",
          "",
          Set.of(LISTS_NODES, FIRST_WRITES),
          "the first node gets writes; its plugins find another one on Aurora and RDS only"),
      new HaMode(
          "aurora",
          "",
          Set.of(LISTS_NODES, AURORA),
          "the cluster endpoint; its plugins ask the servers which one is the writer; emulated on"
              + " servers that bmt starts"),
      new HaMode(
          "replication",
          "",
          Set.of(LISTS_NODES, SPREADS_READS, ROUTES_READS, FIRST_WRITES, SPLITS_READS),
          "plugin readWriteSplitting: the first node gets writes, the others read-only"
              + " transactions; no promotion is seen")),

  /** Drivers whose options bmt does not know, and MySQL Connector/J 5. */
  OTHER("the driver", "jdbc:…:", Names.NONE);

  private final String title;
  private final String prefix;
  private final Names names;
  private final List<HaMode> modes;

  DriverFamily(String title, String prefix, Names names, HaMode... own) {
    this.title = title;
    this.prefix = prefix;
    this.names = names;
    this.modes = Stream.concat(Stream.of(HaMode.ENDPOINT, HaMode.DNS), Stream.of(own)).toList();
  }

  /**
   * Names of options; "" if a family has no such option.
   *
   * @param denied option of the time for which a failed server is avoided
   * @param deniedUnitMillis unit of that option
   * @param deniedUsualMillis its default; 0 if no server is avoided
   */
  private record Names(
      String retries, String denied, long deniedUnitMillis, long deniedUsualMillis, String replay) {
    static final Names NONE = new Names("", "", 1, 0, "");
  }

  public static DriverFamily of(@Nullable DriverCoordinates driver) {
    if (driver == null) {
      return MARIADB;
    }
    return switch (driver.family()) {
      case MARIADB -> driver.major() < 3 ? MARIADB_2 : MARIADB;
      // Connector/J 5 has other names for some options and classes.
      case MYSQL -> driver.major() < 8 ? OTHER : MYSQL;
      case AWS -> AWS;
      case OTHER -> OTHER;
    };
  }

  public String title() {
    return title;
  }

  public List<HaMode> modes() {
    return modes;
  }

  /**
   * The mode with a name.
   *
   * @param option option by which it was given
   * @param fits further conditions of a mode
   * @throws BadInputException when there is none
   */
  public HaMode mode(String option, String word, Predicate<HaMode> fits) {
    return modes.stream()
        .filter(mode -> mode.word().equals(word) && fits.test(mode))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    option,
                    "="
                        + word
                        + ": choose one of "
                        + modes.stream()
                            .filter(fits)
                            .map(HaMode::word)
                            .collect(Collectors.joining(", "))
                        + ", the modes with "
                        + title));
  }

  /**
   * The mode of a URL of the user's own cluster.
   *
   * @param scheme between the driver's name and the hosts, in small letters; may be empty
   * @param severalHosts true if there is more than one
   * @throws BadInputException when the driver has no such mode
   */
  public HaMode ofUrl(String url, String scheme, boolean severalHosts) {
    String usual =
        switch (scheme) {
          case "load-balance:" -> "loadbalance:";
          case "failover:" -> this == MARIADB ? "loadbalance:" : scheme;
          default -> scheme;
        };
    if (usual.isEmpty()) {
      // A driver's default mode for several hosts.
      return modes.stream()
          .filter(mode -> severalHosts && mode.scheme().isEmpty() && mode.listsNodes())
          .findFirst()
          .orElse(HaMode.ENDPOINT);
    }
    return modes.stream()
        .filter(mode -> mode.scheme().equals(usual) && url.startsWith(prefix))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    JdbcUrl.redacted(url)
                        + ": "
                        + title
                        + " has no such mode; write "
                        + modes.stream()
                            .map(this::form)
                            .distinct()
                            .collect(Collectors.joining(", "))));
  }

  /** The form of the URL with which a mode finds servers, for people. */
  public String form(HaMode mode) {
    boolean several = (mode.spreadsReads() || mode.listsNodes()) && !mode.has(AURORA);
    return prefix + mode.scheme() + "//" + (several ? "A,B" : "ADDRESS") + "/…";
  }

  /**
   * Returns true if the driver has an option that matches one of the application's.
   *
   * @param option name on the command line, such as {@code --denied-list-timeout}
   */
  public boolean takes(String option) {
    return switch (option) {
      case "--connect-timeout", "--socket-timeout" -> this != OTHER;
      case "--denied-list-timeout" -> !names.denied.isEmpty();
      case "--transaction-replay" -> !names.replay.isEmpty();
      default -> true;
    };
  }

  /** The settings of a profile for which the driver has options. */
  ApplicationSettings fitted(ApplicationSettings profile) {
    boolean timeouts = this != OTHER;
    return profile.with(
        timeouts ? profile.connectTimeoutMillis() : null,
        timeouts ? profile.socketTimeoutMillis() : null,
        names.retries.isEmpty() ? null : profile.retriesAllDown(),
        profile.deniedListMillis());
  }

  /**
   * The URL with settings as options of the driver, and with sockets that {@link ConnectTrace} sees
   * if the driver takes them. Settings in the URL stay.
   *
   * @param url URL as the driver reads it
   * @param probe probe that connects with it
   */
  String url(String url, ApplicationSettings settings, ProbeKind probe) {
    if (this == OTHER) {
      return url;
    }
    String complete = url;
    for (Map.Entry<String, String> option : options(settings).entrySet()) {
      complete = JdbcUrl.with(complete, option.getKey(), option.getValue());
    }
    return JdbcUrl.with(complete, TracedSocketFactory.OPTION, TracedSocketFactory.name(url, probe));
  }

  /** The settings for which the driver has options of its own, by their names. */
  public Map<String, String> options(ApplicationSettings settings) {
    Long denied = settings.deniedListMillis();
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("connectTimeout", settings.connectTimeoutMillis());
    all.put("socketTimeout", settings.socketTimeoutMillis());
    all.put(names.retries, settings.retriesAllDown());
    all.put(names.denied, denied == null ? null : (Long) denied(denied));
    all.put(names.replay, settings.transactionReplay() ? true : null);
    Map<String, String> options = new LinkedHashMap<>();
    all.forEach(
        (name, value) -> {
          if (!name.isEmpty() && value != null) {
            options.put(name, value.toString());
          }
        });
    return options;
  }

  /** In the unit of the driver's option, rounded up to 1. */
  private long denied(long millis) {
    return (millis + names.deniedUnitMillis - 1) / names.deniedUnitMillis;
  }

  /** The default time for which a failed server is avoided; zero if none is. */
  Duration deniedByDefault() {
    return Duration.ofMillis(names.deniedUsualMillis);
  }

  /** The avoidance time that a URL sets; {@code otherwise} if it sets none. */
  @Nullable Long deniedMillis(String url, @Nullable Long otherwise) {
    return names.denied.isEmpty()
        ? (Long) 0L
        : JdbcUrl.value(url, names.denied)
            .filter(value -> value.matches("\\d{1,10}"))
            .map(value -> Long.parseLong(value) * names.deniedUnitMillis)
            .orElse(otherwise);
  }

  /** The option for the time in which a failed server is avoided; "" if there is none. */
  public String deniedOption() {
    return names.denied;
  }

  /** The option of a URL with which a failed server is avoided for some ms. */
  public String deniedInUrl(long millis) {
    return deniedOption() + "=" + denied(millis);
  }
}
