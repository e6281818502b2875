package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.preflight.SpaceNeed.AlterKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Usual changes, and the user's own. */
class AlterChangeTest {
  private static final ServerProduct SERVER = ServerProduct.mariaDb(11, 4);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ADD COLUMN x INT | INSTANT",
        "DROP INDEX a | INSTANT",
        "ADD COLUMN engine_id INT, DROP COLUMN force_it | INSTANT",
        "ADD INDEX (customer_id) | ADD_INDEX",
        "add unique (a, b) | ADD_INDEX",
        "ADD CONSTRAINT once UNIQUE KEY (a) | ADD_INDEX",
        "ADD COLUMN x INT, ADD FULLTEXT INDEX (x) | ADD_INDEX",
        "ENGINE=InnoDB | INPLACE_REBUILD",
        "ADD INDEX (a), FORCE | INPLACE_REBUILD",
        "MODIFY a BIGINT, ADD INDEX (a) | COPY",
        "ADD COLUMN x INT, ALGORITHM=COPY | COPY",
        "ADD INDEX (a), algorithm = inplace | ADD_INDEX",
        "MODIFY a BIGINT, ALGORITHM INPLACE | INPLACE_REBUILD",
      })
  void ownChangeNeedsTheSpaceOfItsHeaviestClause(String clause, AlterKind kind) {
    assertThat(new AlterChange(clause).kind(Algorithm.DEFAULT, SERVER)).isEqualTo(kind);
  }

  @Test
  void toolNeedsTheSpaceOfACopy() {
    assertThat(AlterChange.ADD_COLUMN.kind(Algorithm.TOOL, SERVER)).isEqualTo(AlterKind.COPY);
  }

  @Test
  void ownChangeIsTheClauseAsItWasGiven() {
    AlterChange own = new AlterChange(" ADD COLUMN x DECIMAL(10,2) COMMENT 'a  b' ");

    assertThat(own.sql("orders", Algorithm.DEFAULT, Lock.DEFAULT))
        .isEqualTo("ALTER TABLE orders ADD COLUMN x DECIMAL(10,2) COMMENT 'a  b'");
    assertThat(own.sql("orders", Algorithm.INPLACE, Lock.NONE))
        .endsWith("COMMENT 'a  b', ALGORITHM=INPLACE, LOCK=NONE");
    assertThat(own.shown()).isEqualTo("ADD COLUMN x DECIMAL(10…").hasSize(24);
    assertThat(own.fitsAnyTable()).isTrue();
    assertThat(own.proofSql("orders")).isNull();
    assertThat(own.undoSql("orders")).isNull();
  }

  @Test
  void rowsOfPartitionsMayGo() {
    assertThat(new AlterChange("DROP PARTITION p1").keepsRows()).isFalse();
    assertThat(new AlterChange("ADD COLUMN partitions INT").keepsRows()).isTrue();
  }

  @Test
  void isStoredAsItsWord() throws Exception {
    ObjectMapper json = new ObjectMapper();

    assertThat(json.writeValueAsString(AlterChange.usual()))
        .isEqualTo(
            "[\"add-column\",\"add-index\",\"change-type\",\"optimize\",\"convert-charset\"]");
    assertThat(json.readValue("\"add-index\"", AlterChange.class)).isEqualTo(AlterChange.ADD_INDEX);
    assertThat(json.readValue("\"ENGINE=InnoDB\"", AlterChange.class).clause())
        .isEqualTo("ENGINE=InnoDB");
  }
}
