package io.github.bmt4j.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The schema and the rows of {@code sbtest1} and its siblings. */
class OltpTablesTest {
  @Test
  void hasSysbenchsColumnsAndIndexes() {
    Table table = tables(Map.of("tables", "2")).get(1);
    assertThat(table.createSql())
        .isEqualTo(
            "CREATE TABLE sbtest2 (id INTEGER NOT NULL AUTO_INCREMENT, k INTEGER DEFAULT '0' NOT"
                + " NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL,"
                + " PRIMARY KEY (id)) /*! ENGINE = innodb */");
    assertThat(table.indexSql()).containsExactly("CREATE INDEX k_2 ON sbtest2(k)");
    assertThat(table.loading().insertSql()).isEqualTo("INSERT INTO sbtest2 (id, k, c, pad) VALUES");
    assertThat(table.rows()).isEqualTo(10_000);
  }

  @Test
  void followsTheOptionsOfTheSchema() {
    Table table =
        tables(
                Map.of(
                    "auto-inc", "off",
                    "secondary", "on",
                    "create-secondary", "off",
                    "mysql-storage-engine", "rocksdb"))
            .get(0);
    assertThat(table.createSql())
        .contains("(id INTEGER NOT NULL, k")
        .endsWith("KEY xid (id)) /*! ENGINE = rocksdb */");
    assertThat(table.indexSql()).isEmpty();
  }

  /** The rows that a program in another language, written from the javadoc, gave. */
  @Test
  void rowsAreTheSameForever() {
    assertThat(row(Map.of(), 0, 1))
        .isEqualTo(
            "(1,5000,"
                + "'00868671679-89289193423-83787507983-07579608262-86941091722-6"
                + "3141864724-08091266370-33670442058-42827904446-47506836904'"
                + ",'81332556688-37560246907-97423453114-65874389612-44924675264')");
    assertThat(row(Map.of(), 0, 10_000))
        .isEqualTo(
            "(10000,5043,"
                + "'76607851958-49022874633-50758070404-00870536829-86150572861-1"
                + "3100046217-70005897896-22012905098-98769238460-06325355890'"
                + ",'19216159051-40529870233-54470252238-31946862290-30546384262')");
    assertThat(row(Map.of("rand-seed", "42", "tables", "3"), 2, 77))
        .isEqualTo(
            "(77,5030,"
                + "'19359155890-57959809744-92951714174-63384498546-36448382328-6"
                + "7996896899-67601464617-90449182427-02881201109-08602333610'"
                + ",'47976314304-48739515922-17184401577-86323080444-29791120412')");
  }

  @Test
  void rowsDifferByTableAndSeed() {
    String row = row(Map.of("tables", "2"), 0, 5);
    assertThat(row(Map.of("tables", "2"), 1, 5)).isNotEqualTo(row);
    assertThat(row(Map.of("rand-seed", "1"), 0, 5)).isNotEqualTo(row);
  }

  @Test
  void digitsAreEvenInEveryPlace() {
    int rows = 20_000;
    Table.RowWriter writer =
        tables(Map.of("table-size", "20000")).get(0).loading().rowWriters().get();
    StringBuilder sql = new StringBuilder();
    long[][] counts = new long[119 + 59][10];
    for (int number = 1; number <= rows; number++) {
      sql.setLength(0);
      writer.append(sql, number);
      int start = sql.indexOf("'") + 1;
      String digits = sql.substring(start, start + 119) + sql.substring(start + 122, start + 181);
      for (int i = 0; i < digits.length(); i++) {
        if (digits.charAt(i) != '-') {
          counts[i][digits.charAt(i) - '0']++;
        }
      }
    }
    double[] even = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    int places = 0;
    for (long[] count : counts) {
      if (count[0] > 0) {
        places++;
        assertThat(ChiSquare.ofSample(count, even)).isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
      }
    }
    assertThat(places).isEqualTo(15 * 11);
  }

  @Test
  void keysOfTheIndexedColumnFollowTheDistribution() {
    Table.RowWriter writer =
        tables(Map.of("rand-type", "uniform", "table-size", "100000"))
            .get(0)
            .loading()
            .rowWriters()
            .get();
    StringBuilder sql = new StringBuilder();
    long[] counts = new long[100];
    for (int number = 1; number <= 100_000; number++) {
      sql.setLength(0);
      writer.append(sql, number);
      int comma = sql.indexOf(",");
      long k = Long.parseLong(sql.substring(comma + 1, sql.indexOf(",", comma + 1)));
      counts[(int) ((k - 1) / 1000)]++;
    }
    double[] even = new double[100];
    Arrays.fill(even, 0.01);
    assertThat(ChiSquare.ofSample(counts, even)).isLessThan(ChiSquare.ONE_IN_TEN_THOUSAND);
  }

  private static String row(Map<String, String> given, int table, long number) {
    StringBuilder sql = new StringBuilder();
    tables(given).get(table).loading().rowWriters().get().append(sql, number);
    return sql.toString();
  }

  private static List<Table> tables(Map<String, String> given) {
    Workload workload = Catalogue.byName("oltp_read_write");
    return workload.tables(Params.resolve(workload.info(), given), 1);
  }
}
