package io.github.bmt4j.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.Params;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TpccOptionsTest {
  /** The parameters of words as on the command line. */
  static Params params(String... words) {
    Map<String, String> given = new HashMap<>();
    for (String word : words) {
      String[] parts = word.substring(2).split("=", 2);
      given.put(parts[0], parts[1]);
    }
    return Params.resolve(new TpccWorkload().info(), given);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mysql-storage-engine=myisam      | --mode=spec requires a storage engine with transactions, not myisam: give --mode=sysbench",
        "--mysql-storage-engine=aria        | --mode=spec requires a storage engine with transactions, not aria",
        "--mysql-storage-engine=memory      | --mode=spec requires a storage engine with transactions, not memory",
        "--calls=procedures --mode=sysbench | --calls=procedures requires --mode=spec",
        "--pacing=spec --mode=sysbench      | --pacing requires --mode=spec",
        "--enable-purge=on                  | --enable-purge requires --mode=sysbench",
        "--delivery=deferred                | --delivery=deferred requires --pacing",
        "--terminals=5                      | --terminals requires --pacing",
        "--pacing=1 --scale=1001 --tables=1000 | 10 terminals for each warehouse are more than",
        "--pacing=fast                      | --pacing=fast: give none, spec, or a factor",
        "--pacing=0                         | --pacing=0: give none, spec, or a factor",
        "--pacing=NaN                       | --pacing=NaN: give none, spec, or a factor",
        "--pacing=1e9                       | --pacing=1e9: give none, spec, or a factor",
        "--weights=1,2,3                    | --weights=1,2,3: give five numbers",
        "--weights=1,2,3,4,-1               | --weights=1,2,3,4,-1: give five numbers",
        "--weights=0,0,0,0,0                | --weights=0,0,0,0,0: give five numbers",
        "--weights=9999,1,1,1,1             | --weights=9999,1,1,1,1: give five numbers",
        "--weights=a,b,c,d,e                | --weights=a,b,c,d,e: give five numbers",
      })
  void refusesWhatMakesNoSense(String words, String message) {
    Params params = params(words.split(" ", -1));
    assertThatThrownBy(() -> new TpccWorkload().check(params))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void readsWhatIsGiven() {
    TpccOptions usual = TpccOptions.of(params());
    assertThat(usual.users().terminals()).isEqualTo(10);
    assertThat(usual.users().pacing()).isZero();
    assertThat(usual.checksForeignKeys()).isTrue();
    assertThat(usual.weights()).containsExactly(10, 10, 1, 1, 1);
    assertThat(usual.layout()).isEqualTo(new TpccLayout(1, 1, true, false, false, "innodb", "", 0));
    TpccOptions other =
        TpccOptions.of(
            params(
                "--tables=2",
                "--scale=3",
                "--use-fk=0",
                "--force-pk=1",
                "--mode=sysbench",
                "--enable-purge=yes",
                "--weights= 1, 2,3,4,5 ",
                "--mysql-storage-engine=memory",
                "--mysql-table-options=COMMENT='a'",
                "--rand-seed=9"));
    assertThat(other.users().terminals()).isEqualTo(60);
    assertThat(other.checksForeignKeys()).isFalse();
    assertThat(other.weights()).containsExactly(1, 2, 3, 4, 5, 1);
    assertThat(other.layout())
        .isEqualTo(new TpccLayout(2, 3, false, true, true, "memory", "COMMENT='a'", 9));
    TpccOptions paced =
        TpccOptions.of(params("--pacing=spec", "--terminals=7", "--delivery=deferred"));
    assertThat(paced.users().pacing()).isEqualTo(1);
    assertThat(paced.users().terminals()).isEqualTo(7);
    assertThat(paced.users().deferred()).isTrue();
    assertThat(TpccOptions.of(params("--pacing=0.01")).users().pacing()).isEqualTo(0.01);
    assertThat(TpccOptions.of(params("--mysql-storage-engine=rocksdb")).layout().engine())
        .isEqualTo("rocksdb");
  }

  @ParameterizedTest
  @CsvSource({
    "RR, REPEATABLE READ, auto, 1",
    "RC, READ COMMITTED, on, 1",
    "SER, SERIALIZABLE, off, 0"
  })
  void saysWhatConnectionsSendFirst(String level, String isolation, String checks, int checked) {
    assertThat(
            new TpccWorkload()
                .connectionSql(params("--trx-level=" + level, "--check-fk=" + checks)))
        .isEqualTo(
            List.of(
                "SET SESSION TRANSACTION ISOLATION LEVEL " + isolation,
                "SET foreign_key_checks = " + checked));
  }
}
