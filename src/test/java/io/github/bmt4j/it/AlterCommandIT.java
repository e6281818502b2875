package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

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
                words(
                    "alter --table-size=2000 --algorithm=inplace,instant --change=add-index"
                        + " --while=oltp_read_write,none --threads=1 --baseline=1 --after=1"))
            .measured();

    assertThat(ended.out())
        .contains("VALID", "ADD INDEX bmt_added (pad), ALGORITHM=INPLACE")
        .containsPattern("add-index +inplace oltp +done ")
        .containsPattern("add-index +instant oltp +refused ")
        .containsPattern("add-index +inplace none +done ")
        .containsPattern("add-index +instant none +refused ");
    assertThat(database.rows("SHOW TABLES")).isEmpty();
    assertThat(ended.everything()).doesNotContain(database.password());
  }
}
