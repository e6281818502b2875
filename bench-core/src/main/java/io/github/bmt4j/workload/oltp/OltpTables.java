package io.github.bmt4j.workload.oltp;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.workload.KeyChooser;
import io.github.bmt4j.workload.KeyDistribution;
import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Table.Membership;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The tables {@code sbtest1} to {@code sbtestN}, with sysbench's columns and indexes.
 *
 * <p>Their rows always carry their ids, 1 to the table's size, also where the column is
 * AUTO_INCREMENT: for AUTO_INCREMENT sysbench leaves the ids to the server, which makes them sparse
 * if {@code auto_increment_increment} is more than 1 (Galera, group replication), so that most
 * look-ups of a run find nothing. On a single server both ways give the same ids.
 */
final class OltpTables {
  /** Draws of a table's stream that belong to one row: more than any distribution takes. */
  private static final int DRAWS_PER_ROW = 4096;

  private OltpTables() {}

  static List<Table> filled(OltpOptions options) {
    return tables(options, options.tableSize(), Membership.NONE);
  }

  /** The tables for runs that insert rows and read none. */
  static List<Table> growing(OltpOptions options) {
    return tables(
        options, options.tableSize(), new Membership("", List.of(), Table.Presence.AT_LEAST));
  }

  static List<Table> empty(OltpOptions options) {
    return tables(options, 0, Membership.NONE);
  }

  private static List<Table> tables(OltpOptions options, long rows, Membership membership) {
    return IntStream.rangeClosed(1, options.tables())
        .mapToObj(number -> table(options, number, rows, membership))
        .toList();
  }

  private static Table table(OltpOptions options, int number, long rows, Membership membership) {
    String name = "sbtest" + number;
    return new Table(
        name,
        createSql(options, name),
        options.params().flag("create-secondary")
            ? List.of("CREATE INDEX k_" + number + " ON " + name + "(k)")
            : List.of(),
        rows,
        rows,
        "id",
        "table-size",
        new Table.Loading(
            "INSERT INTO " + name + " (id, k, c, pad) VALUES", rowWriters(options, number)),
        membership);
  }

  private static String createSql(OltpOptions options, String name) {
    return words(
        "CREATE TABLE %s (id INTEGER NOT NULL%s, k INTEGER DEFAULT '0' NOT NULL, c "
            + "CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, %s (id)) /*! "
            + "ENGINE = %s */",
        name,
        options.autoInc() ? " AUTO_INCREMENT" : "",
        options.params().flag("secondary") ? "KEY xid" : "PRIMARY KEY",
        options.params().text("mysql-storage-engine"));
  }

  private static Supplier<Table.RowWriter> rowWriters(OltpOptions options, int number) {
    long start = SplitMix64.stateOf(options.params().number("rand-seed"), number);
    return () -> {
      SplitMix64 random = new SplitMix64(start);
      KeyChooser keys = KeyDistribution.of(options.params()).over(options.tableSize(), random);
      DigitGroups c = new DigitGroups(DigitGroups.C);
      DigitGroups pad = new DigitGroups(DigitGroups.PAD);
      return (sql, row) -> {
        random.moveTo(start, row * DRAWS_PER_ROW);
        sql.append('(').append(row).append(',').append(keys.next()).append(",'");
        c.next(random).appendTo(sql);
        sql.append("','");
        pad.next(random).appendTo(sql);
        sql.append("')");
      };
    };
  }
}
