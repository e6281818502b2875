package io.github.bmt4j.cli.options;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.options.Marked.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ArgumentsTest {
  private static final Set<String> FLAGS = Set.of("--skip-trx", "--auto-inc");
  private static final CommandSpec FAILOVER = spec("failover");

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

    assertThat(Arguments.replaced(base, List.of("--server-option=b=2", "--threads=8"), FAILOVER))
        .containsExactly(
            "run", "w", "--server-option=a=1", "--target=x", "--server-option=b=2", "--threads=8");
    assertThat(Arguments.replaced(base, List.of("--url=jdbc:x"), FAILOVER))
        .contains("--url=jdbc:x", "--threads=4")
        .doesNotContain("--target=x");
    assertThat(
            Arguments.replaced(
                List.of("--mysql-host=h", "--mysql-port=1"), List.of("--mysql-port=2"), FAILOVER))
        .containsExactly("--mysql-host=h", "--mysql-port=2");
    assertThat(
            Arguments.replaced(
                List.of("--mysql-host=h", "--mysql-port=1"), List.of("--url=u"), FAILOVER))
        .containsExactly("--url=u");
  }

  @Test
  void secretsOfACellTravelInItsEnvironmentAsThoseOfTheLauncherDo() {
    List<String> words =
        List.of("run", "w", "--url=jdbc:x?password=S3CRET", "--user=u", "--password", "S3CRET");
    List<String> visible = new ArrayList<>();
    Map<String, String> hidden = Arguments.hidden(words, FAILOVER, visible);

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --mysql-password ge --password heim --repeat 2 | --mysql-password=*** --password=*** --repeat=2
          --password --repeat 2                           | --password --repeat=2
          --server-option=x_password=geheim               | --server-option=x_password=***
          --url jdbc:mariadb://b/s?password=geheim&a=b    | --url=jdbc:mariadb://b/s?password=***&a=b
          --read-url=jdbc:mariadb://u:geheim@c/s          | --read-url=jdbc:mariadb://u:***@c/s
          --driver-property=password=geheim               | --driver-property=password=***
          --trigger=geheim -o x                           | --trigger=*** --file=x
          """)
  void whatMayBeASecretIsNotShown(String words, String shown) {
    assertThat(
            String.join(
                " ",
                Arguments.shown(Arguments.joined(List.of(words.split(" ")), FAILOVER), FAILOVER)))
        .isEqualTo(shown);
  }

  /** A line without another one behind it is stored as it is given. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run oltp_insert --threads=1,2 --fail-if=p99>20ms --fail-if=tps<500 --agent=local:2 |
          run a.sql@3 b.sql --define=n=1 --init-file=i.sql --driver-property=tcpNoDelay=true |
          run statistics --while=oltp_insert --while-threads=2 --form=pieces --cold=off |
          run oltp_insert --stage=30s:1..16 --stage=1s:8 --topology=galera --write-to=node1 |
          alter --change=all --algorithm=copy --lock=shared --while=none --lock-wait-timeout=3s |
          failover --fault=switchover --kill-sessions=on --semi-sync=on --server-option=sync_binlog=1 |
          failover --url=jdbc:mariadb://a,b/d --trigger=manual --node=a --node=b:3307 |
          balance --driver=aws:4.3.0 --driver-with=mysql:9.7.0 --ha=replication --time=9 |
          catch-up --backlog=5s --settings= --settings=slave_parallel_threads=4 --tables=2 |
          run oltp_insert --threads=knee:latest --time=1 | run oltp_insert --time=1 --threads=16
          run oltp_insert --url=jdbc:mariadb://a/d?password=geheim --user=u --password=geheim \
            --label=a=b --output=json --runs-dir=x | run oltp_insert --url=jdbc:mariadb://a/d?password=*** --user=u
          run my_dir=1/password --time=1 |
          failover --url jdbc:mariadb://a,b/d --trigger geheim | failover --url=jdbc:mariadb://a,b/d --trigger=***
          """)
  void theCommandLineIsStoredAsGivenWithoutSecretsAndOptionsOfTheResult(
      String given, @Nullable String stored) {
    CommandLine bmt = InProcess.commands(given.split(" ", 2)[0]::equals);
    bmt.parseArgs(given.split(" +", -1));
    CommandSpec spec = bmt.getParseResult().subcommand().commandSpec();

    assertThat(
            Arguments.stored(spec, given.contains("knee:") ? List.of("--threads=16") : List.of()))
        .containsExactly((stored == null ? given : stored).split(" ", -1));
  }

  @Test
  void aShellReadsTheWordsAsTheyAre() {
    assertThat(Arguments.shell(List.of("run", "--url=a?b&c", "it's")))
        .isEqualTo("run '--url=a?b&c' 'it'\\''s'");
  }

  @Test
  void theLauncherHidesTheSameOptions() throws IOException {
    String launcher = Files.readString(Path.of("src/main/dist/bin/bmt"));
    Matcher names = Pattern.compile("(--url [^)]*)\\) secret=yes").matcher(launcher);
    assertThat(names.find()).isTrue();
    Set<String> hidden =
        InProcess.commands().getSubcommands().values().stream()
            .flatMap(command -> command.getCommandSpec().options().stream())
            .filter(Mark.HIDDEN::isOf)
            .flatMap(option -> Stream.of(option.names()))
            .filter(name -> name.startsWith("--"))
            .collect(Collectors.toSet());
    hidden.add("--against");

    assertThat(names.group(1).split("[\\s|\\\\]+", -1)).containsExactlyInAnyOrderElementsOf(hidden);
  }

  private static CommandSpec spec(String command) {
    return requireNonNull(InProcess.commands(command::equals).getSubcommands().get(command))
        .getCommandSpec();
  }
}
