package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  private static final Set<String> FLAGS = Set.of("--skip-trx", "--auto-inc");

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
        .containsExactly("--skip-trx=off", "--auto-inc=off");
  }

  @Test
  void olderSpellingsAreTaken() {
    assertThat(
            normalised(
                "--num-threads=4",
                "--max-time=3",
                "--max_requests=5",
                "--tx-rate=2",
                "--warmup-time=1",
                "--before=7",
                "--alone",
                "8"))
        .containsExactly(
            "--threads=4",
            "--time=3",
            "--events=5",
            "--rate=2",
            "--warmup=1",
            "--baseline=7",
            "--baseline",
            "8");
    assertThat(normalised("--rows=5")).containsExactly("--table-size=5");
    assertThat(normalised("run", "--test=oltp_insert")).containsExactly("run", "oltp_insert");
  }

  @Test
  void rowsBesideTableSizeAreThoseOfTheHeavyStatements() {
    assertThat(normalised("--rows=5", "--while", "w", "--table_size=6"))
        .containsExactly("--table-size=5", "--while", "w", "--while-table-size=6");
    assertThat(normalised("--table-size", "6", "--rows", "5"))
        .containsExactly("--while-table-size", "6", "--table-size", "5");
  }

  @Test
  void putsBackWhatTheLauncherHid() {
    Map<String, String> environment =
        Map.of("BMT_ARG_1", "jdbc:mariadb://h/d", "BMT_ARG_2", "--time=5", "BMT_ARG_3", "");
    String[] words = {"--url=BMT_ARG_1", "--password", "BMT_ARG_2", "--mysql_password=BMT_ARG_3"};
    assertThat(Arguments.restored(words, environment))
        .containsExactly("--url=jdbc:mariadb://h/d", "--password", "--time=5", "--mysql_password=");
    assertThat(Arguments.restored(words, Map.of())).containsExactly(words);
  }

  private static String[] normalised(String... args) {
    return Arguments.normalised(args, FLAGS);
  }
}
