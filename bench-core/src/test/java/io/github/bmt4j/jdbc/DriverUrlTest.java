package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverSettings.Batch;
import io.github.bmt4j.jdbc.DriverSettings.Tls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverUrlTest {
  private static final String OURS = "jdbc:mariadb://127.0.0.1:3306/bmt?sslMode=disable";
  private static final DriverCoordinates NEW = DriverCoordinates.parse("mariadb:4.0.0");
  private static final DriverCoordinates OLD = DriverCoordinates.parse("mariadb:2.7.15");
  private static final DriverCoordinates MYSQL = DriverCoordinates.parse("mysql:9.5.0");

  @Test
  void changesNothingButWhatTwinsDifferIn() {
    String text = DriverUrl.of(OURS, NEW, DriverSettings.PLAIN);
    String prepared = DriverUrl.of(OURS, NEW, DriverSettings.PLAIN.withServerPrepared());

    assertThat(prepared)
        .isEqualTo(text.replace("useServerPrepStmts=false", "useServerPrepStmts=true"));
  }

  @Test
  void turnsEveryWayOfBatchesOffBesideTheWantedOne() {
    assertThat(DriverUrl.of(OURS, NEW, DriverSettings.PLAIN))
        .contains("rewriteBatchedStatements=false")
        .contains("useBulkStmts=false")
        .contains("useBulkStmtsForInserts=false");
    assertThat(DriverUrl.of(OURS, NEW, DriverSettings.PLAIN.with(Batch.BULK)))
        .contains("rewriteBatchedStatements=false")
        .contains("useBulkStmts=true")
        .contains("useBulkStmtsForInserts=true");
    assertThat(DriverUrl.of(OURS, NEW, DriverSettings.PLAIN.with(Batch.REWRITTEN)))
        .contains("rewriteBatchedStatements=true")
        .contains("useBulkStmts=false");
  }

  @Test
  void speaksToEachDriverInItsOwnWords() {
    assertThat(DriverUrl.of(OURS, NEW, DriverSettings.PLAIN.withoutPipelining()))
        .contains("disablePipeline=true");
    assertThat(DriverUrl.of(OURS, OLD, DriverSettings.PLAIN.withoutPipelining()))
        .contains("useBatchMultiSend=false")
        .doesNotContain("disablePipeline");
    assertThat(DriverUrl.of(OURS, MYSQL, DriverSettings.PLAIN))
        .startsWith("jdbc:mysql://127.0.0.1:3306/bmt?")
        .contains("sslMode=DISABLED")
        .doesNotContain("Pipeline")
        .doesNotContain("Bulk");
  }

  @ParameterizedTest
  @CsvSource({
    "disable, DISABLED, false, false",
    "trust, REQUIRED, true, true",
    "verify-ca, VERIFY_CA, true, false",
    "VERIFY_IDENTITY, VERIFY_IDENTITY, true, false"
  })
  void translatesTls(String said, String mysql, String useSsl, String trust) {
    String url = "jdbc:mariadb://h/d?sslMode=" + said;
    assertThat(DriverUrl.of(url, MYSQL, DriverSettings.PLAIN)).contains("sslMode=" + mysql + "&");
    assertThat(DriverUrl.of(url, OLD, DriverSettings.PLAIN))
        .contains("useSsl=" + useSsl)
        .contains("trustServerCertificate=" + trust);
  }

  @Test
  void tlsIsStatedWhateverTheDriverDoesOtherwise() {
    assertThat(DriverUrl.of("jdbc:mariadb://h/d", NEW, DriverSettings.PLAIN))
        .contains("sslMode=verify-full")
        .doesNotContain("allowPublicKeyRetrieval");
    assertThat(DriverUrl.of("jdbc:mariadb://h/d", MYSQL, DriverSettings.PLAIN))
        .contains("sslMode=VERIFY_IDENTITY");
    assertThat(DriverUrl.of("jdbc:mariadb://h/d", OLD, DriverSettings.PLAIN))
        .contains("useSsl=true", "trustServerCertificate=false")
        .doesNotContain("sslMode");
    assertThat(DriverUrl.of(OURS, NEW, DriverSettings.PLAIN.with(Tls.ON)))
        .contains("sslMode=trust")
        .doesNotContain("sslMode=disable");
    assertThat(
            DriverUrl.of(
                "jdbc:mariadb://h/d?sslMode=verify-full", NEW, DriverSettings.PLAIN.with(Tls.OFF)))
        .contains("sslMode=disable")
        .doesNotContain("verify-full");
  }

  @Test
  void keepsOptionsOfTheUrl() {
    assertThat(DriverUrl.of("jdbc:mariadb://h/d?prepStmtCacheSize=7", NEW, DriverSettings.PLAIN))
        .contains("prepStmtCacheSize=7")
        .doesNotContain("prepStmtCacheSize=250");
  }

  @Test
  void refusesOptionsThatTheOtherDriverMayNotKnow() {
    assertThatThrownBy(
            () -> DriverUrl.of("jdbc:mariadb://h/d?tcpNoDelay=true", MYSQL, DriverSettings.PLAIN))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("mysql:9.5.0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mariadb", "mariadb:", "oracle:1", "a:b:1", "mysql:9.5.0:jar", "mariadb:../x", ""})
  void refusesWhatIsNoDriver(String text) {
    assertThatThrownBy(() -> DriverCoordinates.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("mariadb:3.5.11");
  }

  @Test
  void readsCoordinates() {
    assertThat(MYSQL.maven()).isEqualTo("com.mysql:mysql-connector-j:9.5.0");
    assertThat(OLD.major()).isEqualTo(2);
    assertThat(DriverCoordinates.parse("org.mariadb.jdbc:mariadb-java-client:3.5.11").major())
        .isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"useSsl=true", "useSSL=false", "trustServerCertificate=true"})
  void tlsIsSaidInOneWayOnly(String option) {
    assertThatThrownBy(
            () -> DriverUrl.of("jdbc:mariadb://h/d?" + option, NEW, DriverSettings.PLAIN))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("say with sslMode");
  }

  @Test
  void keysAreRetrievedOnlyWhereTheUrlAllowsIt() {
    String ours = "jdbc:mariadb://127.0.0.1:1/bmt?sslMode=disable&allowPublicKeyRetrieval=true";

    assertThat(DriverUrl.of(ours, MYSQL, DriverSettings.PLAIN))
        .contains("allowPublicKeyRetrieval=true");
  }

  @Test
  void keepsAllHosts() {
    String many = "jdbc:mariadb:replication://a:1,b:2/d?sslMode=trust";

    assertThat(DriverUrl.of(many, NEW, DriverSettings.PLAIN))
        .startsWith("jdbc:mariadb:replication://a:1,b:2/d?")
        .contains("sslMode=trust");
  }
}
