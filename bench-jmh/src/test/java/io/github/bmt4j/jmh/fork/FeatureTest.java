package io.github.bmt4j.jmh.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jmh.fork.Feature.Circumstances;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeatureTest {
  private static Circumstances at(String driver, String product, int java) {
    return new Circumstances(DriverCoordinates.parse(driver), product, false, false, java);
  }

  @Test
  void seesWhetherAUrlNamesManyHosts() {
    assertThat(Circumstances.namesManyHosts("jdbc:mariadb://h:1/bmt?x=1,2")).isFalse();
    assertThat(Circumstances.namesManyHosts("jdbc:mariadb://h")).isFalse();
    assertThat(Circumstances.namesManyHosts("jdbc:mariadb://h:1,i:1/bmt")).isTrue();
    assertThat(Circumstances.namesManyHosts("jdbc:mysql:replication://h:1/bmt")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BULK | mysql:9.5.0 | MariaDB | mysql:9.5.0 has no bulk protocol",
        "BULK | mariadb:4.0.0 | MySQL | MySQL has no bulk protocol",
        "PIPELINE | mysql:9.5.0 | MySQL | mysql:9.5.0 does not pipeline",
        "TLS | mariadb:4.0.0 | MariaDB | the server has no TLS",
        "VIRTUAL_THREADS | mariadb:4.0.0 | MariaDB | Java 17 has no virtual threads",
      })
  void saysWhyItIsNotThere(Feature feature, String driver, String product, String why) {
    assertThat(feature.obstacle(at(driver, product, 17))).contains(why);
  }

  @ParameterizedTest
  @CsvSource({"BULK", "PIPELINE", "ROUTING", "VIRTUAL_THREADS"})
  void isThereWhereItIs(Feature feature) {
    assertThat(feature.obstacle(at("mariadb:3.5.11", "MariaDB", 21))).isEmpty();
  }

  @Needs(Feature.TLS)
  private static final class Sample {
    @Needs(Feature.BULK)
    void bulk() {}

    void plain() {}
  }

  @Test
  void aMethodNeedsWhatItsClassNeeds() {
    new Sample().bulk();
    new Sample().plain();

    assertThat(Feature.neededBy(Sample.class, "bulk")).containsExactly(Feature.TLS, Feature.BULK);
    assertThat(Feature.neededBy(Sample.class, "plain")).containsExactly(Feature.TLS);
  }
}
