package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code catch-up} refuses before anything is touched. */
class CatchUpCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--workload=oltp_read_only | writes nothing that a replica could apply",
        "--settings=a=1 --settings=a=1 | give each once",
        "--settings=sync_binlog=0 --server-option=sync-binlog=1 | --server-option sets sync-binlog",
        "--settings=gtid_strict_mode=OFF | gtid-strict-mode is set by bmt for topology replication",
        "--settings=--x | give name=value without dashes",
        "--topology=galera --target=local | needs replayable nodes",
        "--target=container:mysql:9.7 | choose --target embedded or local",
        "--nodes=1 | give a number from 2 to 9",
        "--backlog=0 | give 1s or more",
        "--rounds=0 | give a number from 1",
        "--url=jdbc:mariadb://a/x | requires --replica",
        "--replica=jdbc:mariadb://a/x | require --url",
        "--url=jdbc:mariadb://a/x --replica=jdbc:mariadb://b/x --settings=a=1 | that bmt starts",
        "--url=jdbc:mariadb://a/x --replica=jdbc:mariadb://b/x --nodes=2 | not for --url",
        "--url=jdbc:mariadb://a/x --replica=jdbc:mariadb://b/x --stop-command=x | together",
        "--data-dir=/x | is an option of bmt run",
      })
  void badInputIsOneLine(String words, String reason) {
    InProcess bmt = new InProcess();
    assertThat(bmt.run(("catch-up " + words).split(" "))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.err()).contains(reason).hasLineCount(1);
  }
}
