package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class SpellingTest {
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
                "--warmup-time=1"))
        .containsExactly("--threads=4", "--time=3", "--events=5", "--rate=2", "--warmup=1");
    assertThat(normalised("run", "--test=oltp_insert")).containsExactly("run", "oltp_insert");
  }

  private static String[] normalised(String... args) {
    return Spelling.normalised(args, FLAGS);
  }

  @Test
  void optionsOfAnotherSideAreOneWordHoweverTheyBegin() {
    assertThat(Spelling.normalised(new String[] {"--against", "--a_b c_d"}, Set.of("--a-b")))
        .containsExactly("--against= --a_b c_d");
    assertThat(Spelling.normalised(new String[] {"--against=--a_b=c_d"}, Set.of()))
        .containsExactly("--against= --a_b=c_d");
  }
}
