package io.github.bmt4j.workload.tpcc;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What a table is made of.
 *
 * @param columns with their types, a comma and a space between them
 * @param key its primary key's columns; empty for none
 */
record Definition(String columns, String key) {
  /** The same with four decimals for shares instead of two, and INT for what runs count. */
  Definition wider() {
    return new Definition(
        columns.replace("DECIMAL(4,2)", "DECIMAL(4,4)").replace("_cnt SMALLINT", "_cnt INT"), key);
  }

  /**
   * The statement that creates it.
   *
   * @param options what else follows, with a space before it
   */
  String createSql(String name, String engine, String options) {
    return "CREATE TABLE "
        + name
        + " ("
        + columns
        + (key.isEmpty() ? "" : ", PRIMARY KEY (" + key + ")")
        + ") /*! ENGINE = "
        + engine
        + " */"
        + options;
  }

  /** The head of an insert of whole rows. */
  String insertSql(String name) {
    String names =
        Arrays.stream(columns.split(", ", -1))
            .map(column -> column.substring(0, column.indexOf(' ')))
            .collect(Collectors.joining(", "));
    return "INSERT INTO " + name + " (" + names + ") VALUES";
  }
}
