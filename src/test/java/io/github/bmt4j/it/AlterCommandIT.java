package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.ddl.AlterResult;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.Beside;
import org.junit.jupiter.api.Test;

/** {@code bmt alter} as users start it. */
class AlterCommandIT {
  @Test
  void altersUnderLoadAndAloneAndLeavesNoTable() throws Exception {
    Database database = Servers.EMBEDDED.database();

    Ended ended =
        database
            .command()
            .run(
                "alter",
                "--table-size=2000",
                "--algorithm=inplace,instant",
                "--change=add-index",
                "--while=oltp_read_write,none",
                "--baseline=1",
                "--after=1")
            .measured();

    AlterResult result = ended.result(AlterResult.class);
    assertThat(result.verdict().status())
        .isEqualTo(ended.code() == 0 ? Status.VALID : Status.INVALID);
    assertThat(result.alters())
        .extracting(alter -> alter.label() + " " + alter.beside() + " " + alter.ending().outcome())
        .containsExactly(
            "add-index/inplace oltp_read_write done",
            "add-index/instant oltp_read_write refused",
            "add-index/inplace none done",
            "add-index/instant none refused");
    assertThat(result.alters().get(0).load())
        .extracting(Beside::phase)
        .containsExactly("before", "during", "after");
    assertThat(result.alters().get(0).load().get(0).transactions()).isPositive();
    assertThat(result.alters().get(2).load()).isEmpty();
    assertThat(ended.out()).contains("VALID", "ADD INDEX bmt_added (pad), ALGORITHM=INPLACE");
    assertThat(database.rows("SHOW TABLES")).isEmpty();
    assertThat(ended.everything()).doesNotContain(database.password());
  }
}
