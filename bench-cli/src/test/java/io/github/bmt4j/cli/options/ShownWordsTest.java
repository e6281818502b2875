package io.github.bmt4j.cli.options;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ShownWordsTest {
  private static final CommandSpec FAILOVER =
      requireNonNull(InProcess.commands("failover"::equals).getSubcommands().get("failover"))
          .getCommandSpec();

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
                ShownWords.shown(JoinedWords.of(List.of(words.split(" ")), FAILOVER), FAILOVER)))
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
            ShownWords.stored(spec, given.contains("knee:") ? List.of("--threads=16") : List.of()))
        .containsExactly((stored == null ? given : stored).split(" ", -1));
  }

  @Test
  void aShellReadsTheWordsAsTheyAre() {
    assertThat(ShownWords.shell(List.of("run", "--url=a?b&c", "it's")))
        .isEqualTo("run '--url=a?b&c' 'it'\\''s'");
  }
}
