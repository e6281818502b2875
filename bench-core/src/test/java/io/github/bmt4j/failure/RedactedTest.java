package io.github.bmt4j.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactedTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--password geheim",
        "--password=geheim",
        "--password 'geheim geheim'",
        "--password=\"a \\\" geheim\"",
        "--master-user-password geheim",
        "+ mysql -h h -uroot -pgeheim -e 'SELECT 1'",
        "mariadb-admin -u root -p'geheim' shutdown",
        "failover -u root -pgeheim",
        "sshpass -p geheim ssh db1",
        "CREATE USER u IDENTIFIED BY 'geheim'",
        "ALTER USER u IDENTIFIED BY PASSWORD '*geheim'",
        "use near 'IDENTIFED BY 'geheim'' at line 1",
        "create user u identified with caching_sha2_password by 'it''s geheim'",
        "GRANT ALL ON *.* TO u IDENTIFIED VIA ed25519 USING 'geheim'",
        "SET PASSWORD FOR u = PASSWORD('geheim')",
        "CHANGE MASTER TO MASTER_USER='r', MASTER_PASSWORD='geheim'",
        "MYSQL_PWD=geheim mysql -h h",
        "AWS_SECRET_ACCESS_KEY=geheim",
        "export DB_PASS=geheim",
        "Authorization: Bearer geheim",
        "curl -u admin:geheim https://api",
        "curl --user admin:geheim https://api",
        "password: geheim",
        "{\"password\": \"geheim\", \"x\": 1}",
        "{'api_key': 'geheim'}",
        "<db><password>geheim</password></db>",
        "jdbc:mariadb://h/d?user=u&password=geheim",
        "https://user:geheim@host/path",
        "https://user:a@geheim@host/path",
        "X-Amz-Signature=geheim",
        "-----BEGIN RSA PRIVATE KEY-----\ngeheim\n-----END RSA PRIVATE KEY-----",
        "token eyJhbGciOiJIUzI1NiJ9.geheim.geheim"
      })
  void aSecretIsHiddenHoweverItIsWritten(String text) {
    assertThat(Redacted.text(text)).doesNotContain("geheim").contains("***");
    assertThat(Redacted.text("first line\nerror: " + text + "\nlast line"))
        .doesNotContain("geheim")
        .startsWith("first line\nerror: ")
        .endsWith("\nlast line");
    assertThat(Redacted.in(text)).anyMatch(secret -> secret.contains("geheim"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql -uroot -pgeheim -h h -P 3306 | mysql -uroot -p*** -h h -P 3306",
        "--password geheim --host h | --password *** --host h",
        "--token 'geheim' next | --token *** next",
        "CREATE USER u IDENTIFIED BY 'geheim' REQUIRE SSL | CREATE USER u IDENTIFIED BY *** REQUIRE"
            + " SSL"
      })
  void whatStandsBesideItStays(String text, String shown) {
    assertThat(Redacted.text(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cannot connect to jdbc:mariadb://127.0.0.1:3306/test: Access denied for user 'a'@'h'"
            + " (using password: YES)",
        "--innodb_ft_min_token_size=2",
        "validate_password.length=4",
        "mysql --password -h host",
        "promoted n2 (10.0.0.2:3306), the old primary is n1",
        "mkdir -p /tmp/x; ssh -p 22 host",
        ""
      })
  void whatIsNoSecretStays(String text) {
    assertThat(Redacted.text(text)).isEqualTo(text);
  }

  @Test
  void aKnownSecretIsHiddenWhereverItIs() {
    assertThat(
            Redacted.text(
                "login as geheim123 failed, geheim too; abc",
                List.of("abc", "geheim", "geheim123")))
        .isEqualTo("login as *** failed, *** too; abc");
  }

  @Test
  void longTextIsReadInOneGo() {
    String noise = "x\\\"-_".repeat(200_000);
    assertThat(Redacted.text("password=\"" + noise)).isEqualTo("password=***");
    assertThat(Redacted.text(noise)).isEqualTo(noise);
  }
}
