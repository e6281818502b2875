package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadDriverTest {
  private static final DriverCoordinates MYSQL = DriverCoordinates.parse("mysql:9.7.0");
  private static final DriverCoordinates MARIADB = DriverCoordinates.parse("mariadb:3.5.11");

  @Test
  void asShippedNothingIsSaidThatTheUserDidNotSay() {
    assertThat(own("jdbc:mariadb://h/d", false, Map.of(), false)).isEqualTo("jdbc:mariadb://h/d");
    assertThat(own("jdbc:mariadb://h/d?sslMode=trust", false, Map.of(), false))
        .isEqualTo("jdbc:mariadb://h/d?sslMode=trust");
  }

  @Test
  void asShippedTlsOfAServerOfOursIsTheDrivers() {
    assertThat(own("jdbc:mariadb://127.0.0.1:1/d?sslMode=disable", true, Map.of(), false))
        .doesNotContain("sslMode");
  }

  @Test
  void parityStatesTls() {
    assertThat(own("jdbc:mariadb://h/d", false, Map.of(), true)).contains("sslMode=verify-full");
    assertThat(DriverUrl.translated("jdbc:mysql://h/d", MYSQL, true))
        .contains("sslMode=VERIFY_IDENTITY");
    assertThat(DriverUrl.translated("jdbc:mysql://h/d", MYSQL, false))
        .isEqualTo("jdbc:mysql://h/d");
  }

  @Test
  void aUrlOfTheDriversOwnStaysAsItIs() {
    String url = "jdbc:mysql://h/d?sslMode=PREFERRED&tcpKeepAlive=true";

    assertThat(DriverUrl.translated(url, MYSQL, true)).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "disable, useSSL=false, verifyServerCertificate=false",
    "trust, useSSL=true, verifyServerCertificate=false",
    "verify-ca, useSSL=true, verifyServerCertificate=true"
  })
  void tlsIsSaidToOldDriversOfMysqlInTheirWords(String mode, String used, String verified) {
    DriverCoordinates old = DriverCoordinates.parse("mysql:mysql-connector-java:5.1.49");

    assertThat(DriverUrl.translated("jdbc:mariadb://h/d?sslMode=" + mode, old, true))
        .startsWith("jdbc:mysql://h/d?")
        .contains(used, verified)
        .doesNotContain("sslMode");
    assertThatThrownBy(() -> DriverUrl.translated("jdbc:mariadb://h/d", old, true))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("sslMode=disable");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://h:1/d, jdbc:mariadb://h:1/d",
    "jdbc:mysql://h/d?sslMode=PREFERRED, jdbc:mariadb://h/d?sslMode=allow",
    "jdbc:mysql://h/d?sslMode=REQUIRED&useLocalSessionState=true, jdbc:mariadb://h/d?sslMode=trust",
    "jdbc:mysql://h/d?tcpNoDelay=true&connectTimeout=7, jdbc:mariadb://h/d?connectTimeout=7",
    "jdbc:aws-wrapper:mysql://h/d?wrapperPlugins=efm2, jdbc:mariadb://h/d",
    "jdbc:aws-wrapper:mariadb://h/d, jdbc:mariadb://h/d",
    "jdbc:mariadb:sequential://a/d?x=y, jdbc:mariadb:sequential://a/d?x=y",
  })
  void ourOwnConnectionsTakeFromAUrlWhatBothDriversKnow(String given, String own) {
    assertThat(DriverUrl.own(given)).isEqualTo(own);
  }

  @Test
  void propertiesWinAndSecretsStayOutOfTheUrl() {
    Map<String, String> properties =
        Map.of(
            "useAffectedRows",
            "false",
            "keyStorePassword",
            "S3CRET",
            "sessionVariables",
            "a=1&b=2");
    String url = own("jdbc:mariadb://h/d?useaffectedrows=true", false, properties, true);

    assertThat(url)
        .contains("useAffectedRows=false")
        .doesNotContainIgnoringCase("useAffectedRows=true")
        .doesNotContain("S3CRET", "sessionVariables");
    assertThat(new DriverWish(null, List.of(), true, properties).toString())
        .doesNotContain("S3CRET");
  }

  @Test
  void settingsOfParityAreInEachDriversWords() {
    assertThat(ParitySettings.sysbench(MARIADB, PsMode.AUTO, 400))
        .containsEntry("useServerPrepStmts", "true")
        .containsEntry("prepStmtCacheSize", "400")
        .doesNotContainKeys("useLocalSessionState", "prepStmtCacheSqlLimit");
    assertThat(ParitySettings.sysbench(MYSQL, PsMode.DISABLE, 1))
        .containsEntry("useServerPrepStmts", "false")
        .containsEntry("prepStmtCacheSize", "250")
        .containsEntry("elideSetAutoCommits", "true")
        .containsEntry("maintainTimeStats", "false");
  }

  @Test
  void aDriverWhoseOptionsAreNotKnownHasNoSettingsOfParity(@TempDir Path folder)
      throws IOException {
    LoadDriver unknown = ToyDriverJar.unlikeAnyOther(folder);
    Target target = new Target("t", "jdbc:toy://h/d", "", Secret.NONE, false);

    assertThat(unknown.parity()).isFalse();
    assertThat(unknown.connector(target, PsMode.AUTO, 1).url()).isEqualTo(target.url());
    assertThat(unknown.notes()).hasSize(1);
    assertThat(LoadDriver.own(DriverWish.OWN).parity()).isTrue();
    assertThat(LoadDriver.own(new DriverWish(null, List.of(), false, Map.of())).parity()).isFalse();
  }

  @Test
  void aWrapperNeedsADriverUnderIt() {
    assertThatThrownBy(() -> Wishes.of("aws:4.3.0", true))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("--driver-with mysql:");
    assertThat(Wishes.of("aws:4.3.0 mariadb:3.5.11", true).speaking()).isEqualTo(MARIADB);
    assertThat(Wishes.of("aws:4.3.0 mysql:9.7.0", true).jars().get(0).maven())
        .isEqualTo("software.amazon.jdbc:aws-advanced-jdbc-wrapper:4.3.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mysql", "mysql:", "oracle:1", "a:b:c:d", "a/b:c:1", "mysql:../x"})
  void refusesWhatNamesNoArtifact(String text) {
    assertThatThrownBy(() -> DriverCoordinates.parseAny("--driver", text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--driver=");
  }

  @Test
  void theTimeToConnectIsLimitedOnlyWhileALoadRunsAndTheUsersWordWins() {
    Connector plain = connector("jdbc:mariadb://h/d", Map.of());
    Connector byUrl = connector("jdbc:mariadb://h/d?connectTimeout=7000", Map.of());
    Connector byProperty = connector("jdbc:mariadb://h/d", Map.of("connectTimeout", "8000"));

    assertThat(plain.url()).contains("connectTimeout=0");
    assertThat(plain.urlUnderLoad())
        .isEqualTo(plain.url().replace("connectTimeout=0", "connectTimeout=30000"));
    assertThat(byUrl.url()).contains("connectTimeout=7000").isEqualTo(byUrl.urlUnderLoad());
    assertThat(byProperty.url())
        .contains("connectTimeout=8000")
        .isEqualTo(byProperty.urlUnderLoad());
  }

  @ParameterizedTest
  @CsvSource({
    "true, '', AUTO",
    "false, '', DISABLE",
    "false, ?useServerPrepStmts=true, AUTO",
    "false, ?useServerPrepStmts=false, DISABLE",
    "true, ?useServerPrepStmts=false, DISABLE"
  })
  void statementsAreCountedAsTheUrlAndParityHaveThemGo(
      boolean parity, String options, PsMode expected) {
    Target target = new Target("t", "jdbc:mariadb://h/d" + options, "", Secret.NONE, false);
    LoadDriver driver = LoadDriver.own(new DriverWish(null, List.of(), parity, Map.of()));

    assertThat(driver.wanted(PsMode.AUTO, List.of(target))).isEqualTo(expected);
  }

  @Test
  void aPropertySaysHowStatementsGoToo() {
    Target target = new Target("t", "jdbc:mariadb://h/d", "", Secret.NONE, false);
    Map<String, String> properties = Map.of("useServerPrepStmts", "true");
    LoadDriver driver = LoadDriver.own(new DriverWish(null, List.of(), false, properties));

    assertThat(driver.wanted(PsMode.AUTO, List.of(target))).isEqualTo(PsMode.AUTO);
  }

  private static Connector connector(String url, Map<String, String> properties) {
    return LoadDriver.own(new DriverWish(null, List.of(), true, properties))
        .connector(new Target("t", url, "", Secret.NONE, false), PsMode.AUTO, 1);
  }

  @Test
  void jarsWithoutADriverAreRefused() {
    DriverWish wish = Wishes.of("org.example:nothing:1", true);

    assertThatThrownBy(() -> LoadDriver.load(wish, List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no JDBC driver");
  }

  private static String own(
      String url, boolean ours, Map<String, String> properties, boolean parity) {
    Target target = new Target("t", url, "", Secret.NONE, ours);
    return LoadDriver.own(new DriverWish(null, List.of(), parity, properties))
        .connector(target, PsMode.AUTO, 1)
        .url();
  }
}
