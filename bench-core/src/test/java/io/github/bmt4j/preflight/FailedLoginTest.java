package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a failure, and what to do. */
class FailedLoginTest {
  private static final String URL = "jdbc:mariadb://db/shop";
  private static final Target DB = target(URL, "app");

  @Test
  void noPasswordOfTheUrlIsInTheDriversWords() {
    SQLException failure =
        new SQLException("'//' is not present in the url jdbc:mariadb:h/db?user=u&password=S3CRET");

    assertThat(FailedLogin.of(failure))
        .isEqualTo("'//' is not present in the url jdbc:mariadb:***");
  }

  @Test
  void theServersCodeIsSaidAndTheConnectionsNumberIsNot() {
    assertThat(FailedLogin.of(new SQLException("(conn=12) Unknown\ndatabase 'x'", "42000", 1049)))
        .isEqualTo("Unknown database 'x' (error 1049)");
  }

  @ParameterizedTest
  @CsvSource({
    "1040, max_connections",
    "1045, BMT_PASSWORD",
    "1049, CREATE DATABASE",
    "1129, FLUSH HOSTS",
    "1130, CREATE USER",
    "1226, max_user_connections",
    "1461, max_prepared_stmt_count",
  })
  void aCodeHasItsRemedy(int code, String word) {
    assertThat(FailedLogin.remedy(DB, new SQLException("no", "HY000", code))).contains(word);
  }

  @Test
  void onlyAFailureOfTlsAsksForTls() {
    assertThat(FailedLogin.remedy(DB, new SQLException("ssl not enabled in the server", "08000")))
        .contains("sslMode=disable");
    assertThat(FailedLogin.remedy(DB, new SQLException("Wrong argument value 'x' for sslMode")))
        .isEmpty();
    assertThat(
            FailedLogin.remedy(DB, new SQLException("Access denied for user 'ssl'", "28000", 1045)))
        .doesNotContain("sslMode");
    assertThat(FailedLogin.remedy(DB, new SQLException("reset", "08000"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://db/shop?sslMode=disable",
        "jdbc:mysql://db/shop?user=u&sslMode=DISABLED&x=y",
        "jdbc:mariadb://db/shop?useSsl=false"
      })
  void aLoginRefusedWithoutTlsMayNeedTls(String url) {
    assertThat(
            FailedLogin.remedy(
                target(url, "app"), new SQLException("Access denied", "28000", 1045)))
        .contains("BMT_PASSWORD", "sslMode=verify-full", "--mysql-ssl=VERIFY_IDENTITY");
  }

  @Test
  void aServerThatRequiresTlsIsNotBlamedOnThePassword() {
    assertThat(
            FailedLogin.remedy(
                DB, new SQLException("Connections using insecure transport", "", 3159)))
        .contains("requires TLS", "sslMode=verify-full")
        .doesNotContain("BMT_PASSWORD");
  }

  @Test
  void aCertificateThatTheDriverDoesNotTrustNamesTheOptionThatBothDriversTake() {
    assertThat(
            FailedLogin.remedy(
                DB,
                new SQLException(
                    "Cannot use authentication plugin caching_sha2_password with a Self signed"
                        + " certificates. Either set sslMode=trust, …",
                    "08000",
                    1251)))
        .startsWith("sslMode=REQUIRED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RSA public key is not available client side (option serverRsaPublicKeyFile not set)",
        "Public Key Retrieval is not allowed"
      })
  void aKeyThatTheDriverMayNotFetchNamesTheOption(String words) {
    assertThat(FailedLogin.remedy(DB, new SQLException(words, "08000")))
        .contains("allowPublicKeyRetrieval=true");
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', no user was given",
    "'', ?user=root, correct --user",
    "'', ?user=jörg, not ASCII",
    "jörg, '', not ASCII",
    "app, '', correct --user",
  })
  void aRefusedLoginNamesWhatIsWrongWithTheUser(String user, String options, String said) {
    assertThat(
            FailedLogin.remedy(
                target(URL + options, user), new SQLException("Access denied", "28000", 1045)))
        .contains(said);
  }

  private static Target target(String url, String user) {
    return new Target("t", url, user, Secret.NONE, false);
  }
}
