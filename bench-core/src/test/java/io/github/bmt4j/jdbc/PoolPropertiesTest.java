package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.report.Fact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PoolPropertiesTest {
  @ParameterizedTest
  @MethodSource("properties")
  void thePoolHasWhatWasGiven(
      String name, String given, Object expected, Function<HikariDataSource, Object> asked) {
    PoolProperties properties = of(Map.of(name, given));

    try (HikariDataSource pool = properties.open(unopened())) {
      assertThat(asked.apply(pool)).isEqualTo(expected);
    }
    assertThat(properties.values()).containsOnly(Map.entry(name, String.valueOf(expected)));
  }

  /** Where the pool's MXBean has a property it is asked, else the configuration of the pool. */
  private static Stream<Arguments> properties() {
    return Stream.of(
        one(
            "connectionTimeout",
            "1500",
            1500L,
            p -> p.getHikariConfigMXBean().getConnectionTimeout()),
        one(
            "connectionTimeout",
            "2s",
            2000L,
            p -> p.getHikariConfigMXBean().getConnectionTimeout()),
        one("idleTimeout", "20000", 20_000L, p -> p.getHikariConfigMXBean().getIdleTimeout()),
        one(
            "leakDetectionThreshold",
            "5000",
            5000L,
            p -> p.getHikariConfigMXBean().getLeakDetectionThreshold()),
        one("maxLifetime", "60000", 60_000L, p -> p.getHikariConfigMXBean().getMaxLifetime()),
        one("maximumPoolSize", "7", 7, p -> p.getHikariConfigMXBean().getMaximumPoolSize()),
        one("minimumIdle", "2", 2, p -> p.getHikariConfigMXBean().getMinimumIdle()),
        one(
            "validationTimeout",
            "750",
            750L,
            p -> p.getHikariConfigMXBean().getValidationTimeout()),
        one("keepaliveTime", "45s", 45_000L, HikariConfig::getKeepaliveTime),
        one("connectionTestQuery", "SELECT 1", "SELECT 1", HikariConfig::getConnectionTestQuery),
        one("connectionInitSql", "SET @a = 1", "SET @a = 1", HikariConfig::getConnectionInitSql),
        one("allowPoolSuspension", "true", true, HikariConfig::isAllowPoolSuspension),
        one("isolateInternalQueries", "TRUE", true, HikariConfig::isIsolateInternalQueries),
        one("registerMbeans", "false", false, HikariConfig::isRegisterMbeans),
        one(
            "transactionIsolation",
            "TRANSACTION_READ_COMMITTED",
            "TRANSACTION_READ_COMMITTED",
            HikariConfig::getTransactionIsolation),
        one(
            "exceptionOverrideClassName",
            "io.github.bmt4j.failover.client.ReadOnlyEviction",
            "io.github.bmt4j.failover.client.ReadOnlyEviction",
            HikariConfig::getExceptionOverrideClassName));
  }

  private static Arguments one(
      String name, String given, Object expected, Function<HikariDataSource, Object> asked) {
    return Arguments.of(name, given, expected, asked);
  }

  @Test
  void everyPropertyOfHikariIsTriedHereOrRefused() {
    assertThat(PoolProperties.names())
        .containsExactlyInAnyOrderElementsOf(
            properties().map(one -> (String) one.get()[0]).distinct().toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxLifetime | 29999 | HikariCP would use 1800000",
        "keepaliveTime | 5s | HikariCP would use 0",
        "leakDetectionThreshold | 1999 | HikariCP would use 0",
        "minimumIdle | 11 | HikariCP would use 10",
        "idleTimeout | 1h | HikariCP would use 0",
        "validationTimeout | 100 | cannot be less than 250ms",
        "maximumPoolSize | 2.5 | give a whole number",
        "allowPoolSuspension | on | give true or false",
        "transactionIsolation | READ | give a level such as TRANSACTION_READ_COMMITTED",
        "exceptionOverrideClassName | no.Such | HikariCP does not take it",
        "maxlifetime | 60000 | did you mean maxLifetime?",
        "driverClassName | x | bmt opens the connections",
        "dataSource.url | x | --driver-property"
      })
  void whatThePoolWouldNotHaveIsRefused(String name, String value, String why) {
    Map<String, String> given = new LinkedHashMap<>();
    if (name.equals("idleTimeout")) {
      given.put("minimumIdle", "1"); // Otherwise the pool has a fixed size, and keeps the value.
    }
    given.put(name, value);

    assertThatThrownBy(() -> of(given))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--pool-property " + name + "=" + value + ": ")
        .hasMessageContaining(why);
  }

  @Test
  void aPasswordIsNotRepeated() {
    assertThatThrownBy(() -> of(Map.of("password", "hidden")))
        .hasMessage("--pool-property password: give the login by --user and BMT_PASSWORD");
  }

  @Test
  void aPoolThatHasAnotherValueIsRefused() {
    PoolProperties stored =
        new PoolProperties(Map.of("maxLifetime", "1000"), null, List.of()); // HikariCP changes it.

    assertThatThrownBy(() -> stored.open(unopened()))
        .hasMessage("--pool-property maxLifetime=1000: the pool has 1800000");
  }

  @Test
  void theHeaderSaysWhoseSettingsTheseAre() {
    HikariConfig around = HikariConnections.config(10);
    Map<String, String> given = Map.of("maxLifetime", "60s");

    assertThat(of(given).facts())
        .containsExactly(new Fact("pool", "maxLifetime=60000 (read back from it)"));
    assertThat(PoolProperties.of(given, "a.yml#prod", List.of("type (x)"), around).facts())
        .containsExactly(
            new Fact("pool", "as in a.yml#prod: maxLifetime=60000 (read back from it)"),
            new Fact("not used", "type (x)"));
    assertThat(PoolProperties.NONE.facts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "max-lifetime, maxLifetime",
    "MAX_LIFETIME, maxLifetime",
    "data-source-jndi, dataSourceJNDI"
  })
  void namesAreRelaxed(String relaxed, String name) {
    assertThat(PoolProperties.named(relaxed)).contains(name);
  }

  private static PoolProperties of(Map<String, String> given) {
    HikariConfig around = new HikariConfig();
    around.setMaximumPoolSize(10);
    return PoolProperties.of(given, null, List.of(), around);
  }

  /** A pool that opens its connections later: there is no server. */
  private static HikariConfig unopened() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:mariadb://127.0.0.1:1/x");
    config.setMaximumPoolSize(10);
    config.setInitializationFailTimeout(-1);
    return config;
  }
}
