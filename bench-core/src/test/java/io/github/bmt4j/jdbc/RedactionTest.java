package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RedactionTest {
  @Test
  void aSecretAmongTheArgumentsOfTheJvmIsNotKept() {
    assertThat(Redaction.argument("-Djavax.net.ssl.trustStorePassword=hush"))
        .isEqualTo("-Djavax.net.ssl.trustStorePassword=***");
    assertThat(Redaction.argument("-Dapi.TOKEN=hush=hush")).isEqualTo("-Dapi.TOKEN=***");
    assertThat(Redaction.argument("-Ddb.pwd=x")).isEqualTo("-Ddb.pwd=***");
    assertThat(Redaction.argument("-DserverSslCertPass=x")).isEqualTo("-DserverSslCertPass=***");
    assertThat(Redaction.argument("-Xmx512m")).isEqualTo("-Xmx512m");
    assertThat(Redaction.argument("-Duser.timezone=UTC")).isEqualTo("-Duser.timezone=UTC");
  }

  @Test
  void serverSettingsWhoseNamesOnlyLookLikeSecretsAreKept() {
    assertThat(
            Redaction.arguments(
                List.of(
                    "--innodb_ft_min_token_size=2",
                    "validate_password.length=4",
                    "--default-password-lifetime=9",
                    "--password_history=3",
                    "--report-password=hush",
                    "ssl_key_password=hush",
                    "skip-name-resolve")))
        .containsExactly(
            "--innodb_ft_min_token_size=2",
            "validate_password.length=4",
            "--default-password-lifetime=***",
            "--password_history=3",
            "--report-password=***",
            "ssl_key_password=***",
            "skip-name-resolve");
  }
}
