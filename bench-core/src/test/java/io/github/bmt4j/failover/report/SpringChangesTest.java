package io.github.bmt4j.failover.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ApplicationSettings.Profile;
import io.github.bmt4j.failover.client.PoolSettings;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.jdbc.PoolProperties;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an application with a file changes to be tuned. */
class SpringChangesTest {
  private static final String URL = "jdbc:mariadb:sequential://a,b/shop";

  private final ApplicationSettings tuned = ApplicationSettings.of(Profile.TUNED, 10, null);

  @Test
  void poolDriverAndJvmAreNamedAsTheOwnerHasThem() {
    assertThat(SpringChanges.of(own("application.yml"), URL, tuned, URL))
        .containsExactly(
            "spring.datasource.hikari.connection-timeout: 3000 (now 5000)",
            "spring.datasource.hikari.exception-override-class-name: "
                + "io.github.bmt4j.failover.client.ReadOnlyEviction"
                + " (now not set)",
            "spring.datasource.hikari.max-lifetime: 300000 (now 900000)",
            "spring.datasource.hikari.validation-timeout: 1000 (now 5000)",
            "spring.datasource.url: with connectTimeout=1000&socketTimeout=3000&retriesAllDown=10",
            "the JVM's security property networkaddress.cache.ttl: 1");
  }

  @Test
  void optionsOfTheUrlComeFirst() {
    assertThat(SpringChanges.of(own("application.yml"), URL + "?socketTimeout=9000", tuned, URL))
        .contains(
            "spring.datasource.url: with connectTimeout=1000&socketTimeout=3000&retriesAllDown=10");
    assertThat(
            SpringChanges.of(
                own("application.yml"),
                URL + "?socketTimeout=9000",
                tuned,
                URL + "?socketTimeout=9000"))
        .contains("spring.datasource.url: with connectTimeout=1000&retriesAllDown=10");
  }

  @Test
  void withoutAFileThereIsNothingToChange() {
    assertThat(SpringChanges.of(own(null), URL, tuned, URL)).isEmpty();
    assertThat(SpringChanges.of(own("application.yml"), URL, own("application.yml"), URL))
        .isEmpty();
  }

  private static ApplicationSettings own(@Nullable String file) {
    PoolProperties given =
        PoolProperties.of(
            Map.of("maxLifetime", "900000", "connectionTimeout", "5000"),
            file,
            List.of(),
            new HikariConfig());
    return ShippedSettings.of(
        10, null, null, false, null, new PoolSettings(null, null, null, null, given));
  }
}
