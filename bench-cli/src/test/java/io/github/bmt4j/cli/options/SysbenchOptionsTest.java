package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.InProcess;
import io.github.bmt4j.cli.screen.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of sysbench's users; a port that refuses ends those that are taken. */
class SysbenchOptionsTest {
  @TempDir Path folder;

  /** Every option of {@code sysbench --help} and {@code sysbench oltp_read_write help}. */
  private static final List<String> ALL =
      List.of(
          """
          --threads=1 --events=1 --time=1 --forced-shutdown=off --thread-stack-size=64K
          --rate=1 --report-interval=1 --report-checkpoints= --debug=off --validate=off
          --rand-type=special --rand-spec-iter=12 --rand-spec-pct=1 --rand-spec-res=75
          --rand-seed=1 --rand-pareto-h=0.2 --verbosity=3 --percentile=95 --histogram=off
          --db-driver=mysql --db-ps-mode=auto --db-debug=off --mysql-host=127.0.0.1
          --mysql-port=1 --mysql-socket= --mysql-user=u --mysql-password= --mysql-db=d
          --mysql-ssl=off --mysql-ssl-cipher= --mysql-compression=off --mysql-debug=off
          --mysql-ignore-errors=1213,1020,1205 --mysql-dry-run=off --pgsql-host=h
          --pgsql-port=5432 --pgsql-user=u --pgsql-password=p --pgsql-db=d --auto_inc=on
          --create_secondary=on --delete_inserts=1 --distinct_ranges=1 --index_updates=1
          --mysql_storage_engine=innodb --non_index_updates=1 --order_ranges=1
          --pgsql_variant=redshift --point_selects=10 --range_selects=on --range_size=100
          --secondary=off --simple_ranges=1 --skip_trx=off --sum_ranges=1 --table_size=10000
          --tables=1
          """
              .strip()
              .split("\\s+", -1));

  @ParameterizedTest
  @ValueSource(strings = {"run", "prepare", "cleanup", "doctor"})
  void everyOptionOfSysbenchIsTaken(String command) {
    InProcess bmt = new InProcess();
    String[] words = new String[ALL.size() + 4];
    words[0] = command;
    words[1] = "oltp_read_write";
    for (int i = 0; i < ALL.size(); i++) {
      words[i + 2] = ALL.get(i);
    }
    words[words.length - 2] = "--cache-dir";
    words[words.length - 1] = folder.toString();

    assertThat(bmt.run(words)).isNotEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.out() + bmt.err()).contains("127.0.0.1:1");
    assertThat(bmt.err().lines())
        .contains("note     --verbosity has no effect in bmt")
        .doesNotContain("note     --debug has no effect in bmt")
        .noneMatch(line -> line.contains("unknown"));
  }

  @Test
  void olderNamesAndSettingsWithoutEffectHaveANoteEach() {
    InProcess bmt =
        refused("run", "--num-threads=2", "--max-time=1", "--max-requests=3", "--tx-rate=1");
    assertThat(bmt.err()).doesNotContain("note");

    assertThat(refused("run", "--debug", "--verbosity=5", "--histogram").err().lines())
        .contains(
            "note     --debug has no effect in bmt", "note     --verbosity has no effect in bmt");
    assertThat(refused("prepare", "--time=5", "--rate=3").err().lines())
        .contains(
            "note     --rate has no effect on bmt prepare",
            "note     --time has no effect on bmt prepare");
  }

  @ParameterizedTest
  @CsvSource({
    "--mysql-ssl=off, sslMode=disable&allowPublicKeyRetrieval=true",
    "--mysql-ssl, sslMode=trust",
    "--mysql-ssl=on, sslMode=trust",
    "--mysql-ssl=REQUIRED, sslMode=trust",
    "--mysql-ssl=VERIFY_IDENTITY, sslMode=verify-full",
    "--mysql-compression, sslMode=disable&allowPublicKeyRetrieval=true&useCompression=true",
  })
  void tlsAndCompressionAreTheDrivers(String option, String options) {
    assertThat(refused("run", option).err())
        .contains("jdbc:mariadb://127.0.0.1:1/sbtest?" + options + ":");
  }

  /** Ends with exit code 3, because no server listens. */
  private InProcess refused(String command, String... options) {
    InProcess bmt = new InProcess();
    String[] words = new String[options.length + 5];
    System.arraycopy(options, 0, words, 5, options.length);
    words[0] = command;
    words[1] = "oltp_read_write";
    words[2] = "--mysql-host=127.0.0.1";
    words[3] = "--mysql-port=1";
    words[4] = "--cache-dir=" + folder;
    assertThat(bmt.run(words)).as(bmt.err()).isEqualTo(ExitCode.NO_TARGET);
    return bmt;
  }
}
