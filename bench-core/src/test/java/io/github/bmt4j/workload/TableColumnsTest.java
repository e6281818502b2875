package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The names and types of a table's columns, read from the statement that creates it. */
class TableColumnsTest {
  private static final Pattern INSERTED = Pattern.compile("\\((.*)\\)");

  @Test
  void areThoseThatEveryWorkloadInserts() {
    for (Workload workload : Catalogue.all()) {
      for (Table table : workload.tables(Params.resolve(workload.info(), Map.of()), 2)) {
        Matcher inserted = INSERTED.matcher(table.loading().insertSql());
        assertThat(table.columns().replaceAll(" \\w+(,|$)", "$1"))
            .as(table.createSql())
            .isEqualTo(inserted.find() ? inserted.group(1) : "id, k");
      }
    }
  }

  @Test
  void areNoKeysAndNoPartsOfTypesAndTexts() {
    assertThat(
            created(
                "CREATE TABLE t (`Id` INTEGER DEFAULT '(,' CHECK (id > (1)),\n b DECIMAL(4,2), c"
                    + " CHAR, UNIQUE KEY u (b(3), id), CONSTRAINT f FOREIGN KEY (b) REFERENCES p (c))"
                    + " COMMENT='x(y), z' PARTITION BY HASH (id)"))
        .isEqualTo("id int, b decimal, c char");
  }

  private static String created(String sql) {
    return new Table(
            "t", sql, List.of(), 1, "id", "INSERT INTO t VALUES", () -> (text, number) -> {})
        .columns();
  }
}
