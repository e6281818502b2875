package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

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

  @Test
  void anotherSideReplacesOptionsByNameSettingsByTheirNameAndServersByServers() {
    List<String> base =
        List.of(
            "run", "w", "--threads=4", "--server-option=a=1", "--server-option=b=1", "--target=x");

    assertThat(Arguments.replaced(base, List.of("--server-option=b=2", "--threads=8")))
        .containsExactly(
            "run", "w", "--server-option=a=1", "--target=x", "--server-option=b=2", "--threads=8");
    assertThat(Arguments.replaced(base, List.of("--url=jdbc:x")))
        .contains("--url=jdbc:x", "--threads=4")
        .doesNotContain("--target=x");
    assertThat(
            Arguments.replaced(
                List.of("--mysql-host=h", "--mysql-port=1"), List.of("--mysql-port=2")))
        .containsExactly("--mysql-host=h", "--mysql-port=2");
    assertThat(Arguments.replaced(List.of("--mysql-host=h", "--mysql-port=1"), List.of("--url=u")))
        .containsExactly("--url=u");
  }

  @Test
  void secretsOfACellTravelInItsEnvironmentAsThoseOfTheLauncherDo() {
    List<String> words =
        List.of("run", "w", "--url=jdbc:x?password=S3CRET", "--user=u", "--password", "S3CRET");
    List<String> visible = new ArrayList<>();
    Map<String, String> hidden = Arguments.hidden(words, visible);

    assertThat(visible)
        .containsExactly("run", "w", "--url=BMT_ARG_1", "--user=u", "--password", "BMT_ARG_2");
    assertThat(Arguments.restored(visible.toArray(String[]::new), hidden))
        .containsExactlyElementsOf(words);
  }

  @Test
  void optionsOfAnotherSideAreOneWordHoweverTheyBegin() {
    assertThat(Arguments.normalised(new String[] {"--against", "--a_b c_d"}, Set.of("--a-b")))
        .containsExactly("--against= --a_b c_d");
    assertThat(Arguments.normalised(new String[] {"--against=--a_b=c_d"}, Set.of()))
        .containsExactly("--against= --a_b=c_d");
  }

  @Test
  void whatMayBeASecretIsNotShown() {
    CommandSpec command = CommandSpec.create();
    command.addOption(OptionSpec.builder("--mysql-password").arity("1").build());
    command.addOption(OptionSpec.builder("--threads").arity("1").build());
    command.addOption(OptionSpec.builder("--password").arity("0..1").build());
    List<String> words =
        Arguments.joined(
            List.of("--mysql-password", "ge heim", "--password", "geheim", "--threads", "2"),
            command);

    assertThat(words)
        .containsExactly("--mysql-password=ge heim", "--password=geheim", "--threads=2");
    assertThat(Arguments.shown(words))
        .containsExactly("--mysql-password=***", "--password=***", "--threads=2");
    assertThat(Arguments.joined(List.of("--password", "--threads", "2"), command))
        .containsExactly("--password", "--threads=2");
    assertThat(Arguments.shown(List.of("--skip-trx", "--server-option=x_password=ge heim")))
        .containsExactly("--skip-trx", "--server-option=x_password=***");
    assertThat(
            Arguments.shown(
                List.of(
                    "--url=jdbc:mariadb://b/sbtest?password=geheim&sslMode=trust",
                    "--read-url=jdbc:mariadb://u:geheim@c/sbtest",
                    "--driver-property=x=geheim",
                    "--trigger=promote geheim")))
        .containsExactly(
            "--url=jdbc:mariadb://b/sbtest?password=***&sslMode=trust",
            "--read-url=jdbc:mariadb://u:***@c/sbtest",
            "--driver-property=***",
            "--trigger=***");
  }
}
