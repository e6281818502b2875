package io.github.bmt4j.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {
  @Test
  void aSecretAmongTheArgumentsOfTheJvmIsNotKept() {
    assertThat(Machine.redacted("-Djavax.net.ssl.trustStorePassword=hush"))
        .isEqualTo("-Djavax.net.ssl.trustStorePassword=***");
    assertThat(Machine.redacted("-Dapi.TOKEN=hush=hush")).isEqualTo("-Dapi.TOKEN=***");
    assertThat(Machine.redacted("-Xmx512m")).isEqualTo("-Xmx512m");
    assertThat(Machine.redacted("-Duser.timezone=UTC")).isEqualTo("-Duser.timezone=UTC");
  }
}
