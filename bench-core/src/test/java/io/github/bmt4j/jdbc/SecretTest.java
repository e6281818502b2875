package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failure.Redacted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {
  @Test
  void isNeverPrinted() {
    assertThat(Secret.of("hush")).hasToString("***");
    assertThat(Secret.of("hush").reveal()).isEqualTo("hush");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"password", "bmt.Password", "keyStorePasswd", "db.pwd", "PASSPHRASE", "api_token"})
  void isKnownByTheNameOfItsSetting(String setting) {
    assertThat(Redacted.isNamedBy(setting)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "url", "keys", "pass-through"})
  void isNotSeenEverywhere(String setting) {
    assertThat(Redacted.isNamedBy(setting)).isFalse();
  }
}
