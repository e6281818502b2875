package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each family of drivers offers an application, and how its options are called. */
class DriverFamilyTest {
  @ParameterizedTest
  @CsvSource({
    "mariadb:4.0.0, MARIADB",
    "mariadb:3.5.11, MARIADB",
    "mariadb:2.7.15, MARIADB_2",
    "org.mariadb.jdbc:mariadb-java-client:2.7.12, MARIADB_2",
    "mysql:9.7.0, MYSQL",
    "mysql:26.10.0, MYSQL",
    "mysql:mysql-connector-java:5.1.49, OTHER",
    "aws:4.3.0, AWS",
    "com.example:driver:1.0, OTHER"
  })
  void aDriverIsOfAFamily(String driver, DriverFamily family) {
    assertThat(DriverFamily.of(DriverCoordinates.parseAny("--driver", driver))).isEqualTo(family);
    assertThat(settings(driver).family()).isEqualTo(family);
  }

  @Test
  void withoutAnyItIsBmtsOwn() {
    assertThat(DriverFamily.of(null)).isEqualTo(DriverFamily.MARIADB);
    assertThat(ClientDriver.of(DriverWish.OWN)).isNull();
  }

  @ParameterizedTest
  @EnumSource(DriverFamily.class)
  void modesHaveWordsOfTheirOwnAndTheTwoThatNeedNoDriver(DriverFamily family) {
    assertThat(family.modes()).extracting(HaMode::word).doesNotHaveDuplicates();
    assertThat(family.modes()).startsWith(HaMode.ENDPOINT, HaMode.DNS);
    assertThat(family.modes())
        .allMatch(
            mode -> !mode.routesReads() || mode.spreadsReads() != mode.has(HaMode.Trait.AURORA));
    assertThatThrownBy(() -> family.mode("--ha", "magic", mode -> true))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll("--ha=magic: choose one of endpoint, dns", family.title());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mariadb:3.5.11 | jdbc:mariadb://a/b | connectTimeout=1000&socketTimeout=3000"
            + "&retriesAllDown=10&deniedListTimeout=1500&transactionReplay=true",
        "mariadb:2.7.15 | jdbc:mariadb://a/b | connectTimeout=1000&socketTimeout=3000"
            + "&retriesAllDown=10&loadBalanceBlacklistTimeout=2",
        "mysql:9.7.0 | jdbc:mysql://a/b | connectTimeout=1000&socketTimeout=3000"
            + "&retriesAllDown=10&loadBalanceBlocklistTimeout=1500",
        "aws:4.3.0 | jdbc:aws-wrapper:mysql://a/b | connectTimeout=1000&socketTimeout=3000",
      })
  void settingsAreTheDriversOptions(String driver, String url, String options) {
    String factory =
        url.contains("mysql") ? "MySqlSocketFactory$WRITER" : "TracedSocketFactory$Writer";
    String complete = settings(driver).family().url(url, settings(driver), ProbeKind.WRITER);

    assertThat(complete)
        .isEqualTo(
            url + "?" + options + "&socketFactory=io.github.bmt4j.failover.client." + factory);
    assertThat(TracedSocketFactory.isIn(complete)).isTrue();
  }

  @Test
  void anUnknownDriverGetsNoOptionsAndIsNotTraced() {
    String url = DriverFamily.OTHER.url("jdbc:x://a/b", settings("a:b:1"), ProbeKind.WRITER);

    assertThat(url).isEqualTo("jdbc:x://a/b");
    assertThat(TracedSocketFactory.isIn(url)).isFalse();
    assertThat(TracedSocketFactory.isIn("jdbc:mariadb://a/b?socketFactory=x.Y")).isFalse();
  }

  @Test
  void aProfileLeavesOutWhatTheDriverHasNot() {
    ApplicationSettings tuned = ApplicationSettings.of(ApplicationSettings.Profile.TUNED, 10, null);

    assertThat(DriverFamily.MYSQL.fitted(tuned)).isEqualTo(tuned);
    assertThat(DriverFamily.AWS.fitted(tuned).retriesAllDown()).isNull();
    assertThat(DriverFamily.AWS.fitted(tuned).socketTimeoutMillis()).isEqualTo(3_000);
    assertThat(DriverFamily.OTHER.fitted(tuned).socketTimeoutMillis()).isNull();
    assertThat(DriverFamily.OTHER.fitted(tuned).poolTimeoutMillis()).isEqualTo(3_000);
  }

  @ParameterizedTest
  @CsvSource({
    "mariadb:3.5.11, jdbc:mariadb://a/b?deniedListTimeout=70, 60000, 70",
    "mariadb:2.7.15, jdbc:mariadb://a/b?loadBalanceBlacklistTimeout=7, 50000, 7000",
    "mysql:9.7.0, jdbc:mysql://a/b?loadBalanceBlocklistTimeout=70, 0, 70",
    "aws:4.3.0, jdbc:aws-wrapper:mysql://a/b, 0, 0"
  })
  void aServerThatFailedIsAvoidedAsTheDriverDoes(
      String driver, String url, long usual, long inUrl) {
    ApplicationSettings plain = settings(driver).with(null, null, null, null);
    ApplicationSettings usually = ShippedSettings.of(10, plain.client());

    assertThat(usually.deniedListTimeout()).isEqualTo(Duration.ofMillis(usual));
    assertThat(usually.inForce(url).deniedListTimeout()).isEqualTo(Duration.ofMillis(inUrl));
  }

  @Test
  void propertiesOfTheDriverWinOverUrlAndOptions() {
    DriverWish wish =
        new DriverWish(
            null,
            List.of(),
            false,
            Map.of("deniedListTimeout", "100000", "socketTimeout", "7", "sslMode", "trust"));
    ApplicationSettings settings = ShippedSettings.of(10, ClientDriver.of(wish));
    String url = "jdbc:mariadb://a/b?socketTimeout=5&connectTimeout=6";

    assertThat(settings.inForce(null).deniedListTimeout()).isEqualTo(Duration.ofSeconds(100));
    assertThat(settings.inForce(url).socketTimeoutMillis()).isEqualTo(7);
    assertThat(settings.inForce(url).connectTimeoutMillis()).isEqualTo(6);
  }

  @Test
  void secretsOfADriverAreNotStored() {
    ClientDriver stored =
        Objects.requireNonNull(
            ClientDriver.of(
                new DriverWish(null, List.of(), false, Map.of("trustStorePassword", "geheim"))));

    assertThat(ProbeMain.json(stored)).doesNotContain("geheim").contains("trustStorePassword");
  }

  private static ApplicationSettings settings(String driver) {
    List<DriverCoordinates> with =
        driver.startsWith("aws:") ? List.of(DriverCoordinates.parse("mysql:9.7.0")) : List.of();
    DriverWish wish =
        new DriverWish(
            DriverCoordinates.parseAny("--driver", driver), with, false, Map.<String, String>of());
    return Made.of(ApplicationSettings.class)
        .set("profile", ApplicationSettings.Profile.TUNED)
        .set("poolSize", 10)
        .set("connectTimeoutMillis", 1_000L)
        .set("socketTimeoutMillis", 3_000L)
        .set("retriesAllDown", 10)
        .set("deniedListMillis", 1_500L)
        .set("transactionReplay", true)
        .set("retry", Retry.Policy.NONE)
        .set("client", ClientDriver.of(wish))
        .record();
  }
}
