package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Table.RowWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Definition of a table.
 *
 * @param columns with their types, a comma and a space between them
 * @param key its primary key's columns; empty for none
 */
record Definition(String columns, String key) {
  /** The definition with four decimals for shares instead of two, and INT for counters of runs. */
  Definition wider() {
    return new Definition(
        columns.replace("DECIMAL(4,2)", "DECIMAL(4,4)").replace("_cnt SMALLINT", "_cnt INT"), key);
  }

  String createSql(String name, String engine, String options) {
    return words(
        "CREATE TABLE %s (%s%s) /*! ENGINE = %s */%s",
        name, columns, key.isEmpty() ? "" : ", PRIMARY KEY (" + key + ")", engine, options);
  }

  /**
   * A table that belongs to no set, and depends on the size of the table of orders.
   *
   * @param index name and columns of its index, with %s for the name of the table
   * @param numbers largest number passed to the writers
   */
  Table table(String name, String index, long rows, long numbers, Supplier<RowWriter> writers) {
    return new Table(
        name,
        createSql(name, "innodb", ""),
        List.of("CREATE INDEX " + words(index, name)),
        rows,
        numbers,
        null,
        OrdersTable.ROWS,
        new Table.Loading(insertSql(name), writers),
        Table.Membership.NONE);
  }

  String insertSql(String name) {
    String names =
        Arrays.stream(columns.split(", ", -1))
            .map(column -> column.substring(0, column.indexOf(' ')))
            .collect(Collectors.joining(", "));
    return "INSERT INTO " + name + " (" + names + ") VALUES";
  }
}
