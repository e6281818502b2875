package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UrlOptionsTest {
  private static List<String> unknown(String options) {
    return UrlOptions.unknown(JdbcUrl.ownDriver(), "jdbc:mariadb://db/test?" + options);
  }

  @Test
  void whatTheDriverReadsIsTakenWhetherItsListNamesItOrNot() {
    assertThat(unknown("socketTimeout=1")).isEmpty();
    // Read where they are used, and in no list.
    assertThat(
            unknown(
                "deniedListTimeout=3000&waitReconnectTimeout=1&forceTransactionEnd=true"
                    + "&canUseServerTimeout=false&disableSslContextCache=true"
                    + "&enableBulkUnitResult=true&enableSkipMeta=false"))
        .isEmpty();
  }

  @Test
  void whatTheDriverReadsNowhereIsUnknown() {
    // Constants of the driver's classes that are no options, and an option in other letters.
    assertThat(
            unknown("deniedlistTimeout=1&denied=1&SELECT=1&deniedListTimeout=1&socketTimeouts=1"))
        .containsExactlyInAnyOrder("deniedlistTimeout", "denied", "SELECT", "socketTimeouts");
  }
}
