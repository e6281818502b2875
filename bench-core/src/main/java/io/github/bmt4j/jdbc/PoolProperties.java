package io.github.bmt4j.jdbc;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.PropertyElf;
import com.zaxxer.hikari.util.UtilityElf;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.report.Fact;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Properties that HikariCP gets, by its own names. They are set through the setters of its
 * configuration, and read back from the pool.
 *
 * @param values as HikariCP has them, times in ms
 * @param from file that has settings of the pool, such as {@code application.yml#prod}; absent
 *     without one
 * @param left settings of the file that are not used, each with the reason
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PoolProperties(Map<String, String> values, @Nullable String from, List<String> left) {
  /** The option that gives one of them. */
  public static final String OPTION = "--pool-property";

  public static final PoolProperties NONE = new PoolProperties(Map.of(), null, List.of());

  private static final String ISOLATION = "transactionIsolation";
  private static final String LOGIN = "give the login by --user and BMT_PASSWORD";
  private static final String OPENER = "bmt opens the connections: give --url and --driver";
  private static final String OBJECT = "this is an object of a program, which no text can be";
  private static final String LOAD = "the load sets it for each of its transactions";
  private static final String DATABASE = "name the database in the URL";
  private static final String DRIVERS = "give a property of the driver by --driver-property";

  /** Properties that bmt sets itself, each with the remedy. */
  private static final Map<String, String> OURS =
      Map.ofEntries(
          Map.entry("username", LOGIN),
          Map.entry("password", LOGIN),
          Map.entry("credentials", LOGIN),
          Map.entry("credentialsProvider", LOGIN),
          Map.entry("credentialsProviderClassName", LOGIN),
          Map.entry("jdbcUrl", OPENER),
          Map.entry("driverClassName", OPENER),
          Map.entry("dataSource", OPENER),
          Map.entry("dataSourceClassName", OPENER),
          Map.entry("dataSourceJNDI", OPENER),
          Map.entry("dataSourceProperties", DRIVERS),
          Map.entry("metricRegistry", OBJECT),
          Map.entry("metricsTrackerFactory", OBJECT),
          Map.entry("healthCheckRegistry", OBJECT),
          Map.entry("healthCheckProperties", OBJECT),
          Map.entry("scheduledExecutor", OBJECT),
          Map.entry("threadFactory", OBJECT),
          Map.entry("exceptionOverride", "give exceptionOverrideClassName"),
          Map.entry("poolName", "bmt names its pools"),
          Map.entry("initializationFailTimeout", "bmt waits until the pool is full"),
          Map.entry("autoCommit", LOAD),
          Map.entry("readOnly", LOAD),
          Map.entry("catalog", DATABASE),
          Map.entry("schema", DATABASE));

  public PoolProperties {
    values = values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
    left = left == null ? List.of() : List.copyOf(left);
  }

  /** Names of the properties that can be given, in order. */
  public static SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(PropertyElf.getPropertyNames(HikariConfig.class));
    names.removeAll(OURS.keySet());
    return names;
  }

  /** HikariCP's name of a property that is written with dashes, underscores or in any case. */
  public static Optional<String> named(String relaxed) {
    String bare = relaxed.replaceAll("[-_]", "");
    return PropertyElf.getPropertyNames(HikariConfig.class).stream()
        .filter(bare::equalsIgnoreCase)
        .findFirst();
  }

  /** The reason why a property cannot be given; empty if it can. */
  public static Optional<String> refused(String name) {
    String remedy = OURS.get(name.startsWith("dataSource.") ? "dataSourceProperties" : name);
    return remedy != null
        ? Optional.of(remedy)
        : names().contains(name)
            ? Optional.empty()
            : Optional.of("HikariCP has no such property: " + DidYouMean.hint(name, names()));
  }

  /**
   * Properties with the values that HikariCP takes.
   *
   * @param given by HikariCP's names
   * @param around the other settings of the pool, which gets these too
   * @throws BadInputException when HikariCP has no such property, bmt sets it itself, or HikariCP
   *     would use another value
   */
  public static PoolProperties of(
      Map<String, String> given, @Nullable String from, List<String> left, HikariConfig around) {
    Map<String, String> values = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          refused(name).ifPresent(why -> refuse(name, value, why));
          set(around, name, value);
          String taken = value(around, name);
          BadInputException.check(
              !taken.matches("true|false") || taken.equalsIgnoreCase(value),
              OPTION,
              text(name, value) + ": give true or false");
          values.put(name, taken);
        });
    PoolProperties properties = new PoolProperties(values, from, left);
    around.setPoolName("bmt");
    around.setJdbcUrl("jdbc:mariadb:"); // None is opened.
    around.validate();
    properties
        .differing(around)
        .ifPresent(
            name ->
                refuse(
                    name,
                    Objects.requireNonNull(given.get(name)),
                    "HikariCP would use "
                        + value(around, name)
                        + " with the other settings of the pool; give a value that it takes"));
    return properties;
  }

  private static void refuse(String name, String value, String why) {
    throw new BadInputException(OPTION, text(name, value) + ": " + why);
  }

  /** A property that may be a password is named without its value. */
  private static String text(String name, String value) {
    return " " + name + (LOGIN.equals(OURS.get(name)) ? "" : "=" + Redaction.param(name, value));
  }

  private static void set(HikariConfig config, String name, String value) {
    Properties one = new Properties();
    one.setProperty(name, value);
    try {
      PropertyElf.setTargetFromProperties(config, one);
      UtilityElf.getTransactionIsolation(config.getTransactionIsolation()); // else seen at opening
    } catch (RuntimeException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      cause = cause.getCause() == null ? cause : cause.getCause(); // behind that of reflection
      refuse(
          name,
          value,
          name.equals(ISOLATION)
              ? "give a level such as TRANSACTION_READ_COMMITTED"
              : cause instanceof NumberFormatException
                  ? "give a whole number, of a time in ms or such as 30s"
                  : "HikariCP does not take it: " + Redaction.param(name, "" + cause.getMessage()));
    }
  }

  /** A pool's configuration with them. */
  public HikariConfig in(HikariConfig config) {
    values.forEach((name, value) -> set(config, name, value));
    return config;
  }

  /** A property of a configuration, "null" if it is not set. */
  public static String value(HikariConfig config, String name) {
    return String.valueOf(PropertyElf.getProperty(name, config));
  }

  /**
   * Opens a pool with them, and makes sure that it has them.
   *
   * @param config everything else that sets the pool up
   * @throws BadInputException when the pool has other values
   */
  public HikariDataSource open(HikariConfig config) {
    HikariDataSource pool = new HikariDataSource(in(config));
    differing(pool)
        .ifPresent(
            name -> {
              pool.close();
              refuse(name, values.getOrDefault(name, ""), "the pool has " + value(pool, name));
            });
    return pool;
  }

  /** The value of a property that is a number, such as a time in ms, if it is given. */
  public @Nullable Long number(String name, @Nullable Long otherwise) {
    String value = values.get(name);
    return value == null ? otherwise : (Long) Long.parseLong(value);
  }

  /** The size of the pool; absent if it is not given. */
  public @Nullable Integer size() {
    Long size = number("maximumPoolSize", null);
    return size == null ? null : (Integer) Math.toIntExact(size);
  }

  /** The same without one, which is set in another way. */
  public PoolProperties without(String name) {
    Map<String, String> others = new LinkedHashMap<>(values);
    others.remove(name);
    return new PoolProperties(others, from, left);
  }

  /** The first property that a pool has another value of; empty if it has all of them. */
  private Optional<String> differing(HikariConfig pool) {
    return values.entrySet().stream()
        .filter(one -> !one.getValue().equals(value(pool, one.getKey())))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Whose settings the pool has, for people; empty where nothing was given. */
  public List<Fact> facts() {
    String read =
        values.entrySet().stream()
            .map(one -> one.getKey() + "=" + Redaction.param(one.getKey(), one.getValue()))
            .collect(Collectors.joining(", ", "", values.isEmpty() ? "" : " (read back from it)"));
    return Stream.of(
            new Fact("pool", from == null ? read : "as in " + from + ": " + read),
            new Fact("not used", String.join("; ", left)))
        .filter(fact -> !fact.text().isEmpty())
        .toList();
  }
}
