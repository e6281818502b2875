package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  private static final Set<String> FLAGS = Set.of("skip-trx", "auto-inc");

  @Test
  void takesUnderscoresAsSysbenchDoes() {
    assertThat(normalised("run", "oltp_read_write", "--table_size=5", "--rand_type", "uniform"))
        .containsExactly("run", "oltp_read_write", "--table-size=5", "--rand-type", "uniform");
  }

  @Test
  void leavesValuesAsTheyAre() {
    assertThat(normalised("--url=jdbc:mariadb://my_host/a_b"))
        .containsExactly("--url=jdbc:mariadb://my_host/a_b");
  }

  @Test
  void aBareFlagIsOn() {
    assertThat(normalised("--skip-trx", "oltp_read_write"))
        .containsExactly("--skip-trx=on", "oltp_read_write");
    assertThat(normalised("run", "--skip_trx")).containsExactly("run", "--skip-trx=on");
  }

  @Test
  void aFlagWithAValueKeepsIt() {
    assertThat(normalised("--skip-trx=off", "--auto-inc", "off"))
        .containsExactly("--skip-trx=off", "--auto-inc", "off");
  }

  private static String[] normalised(String... args) {
    return Arguments.normalised(args, FLAGS);
  }
}
