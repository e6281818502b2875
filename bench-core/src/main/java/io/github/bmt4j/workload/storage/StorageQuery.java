package io.github.bmt4j.workload.storage;

import io.github.bmt4j.jdbc.ServerProduct;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A query of the study of local storage, with the study's text. */
enum StorageQuery {
  SORT("select ", "* from ", " order by o_d_id desc limit " + StorageQuery.SORTED_ROWS),
  GROUP(
      "select ",
      "o_carrier_id, o_d_id, o_w_id, count(*) from ",
      " group by o_carrier_id, o_d_id, o_w_id order by 4 desc"),
  TEMP_TABLE("create temporary table zzz__temp as select ", "* from ", "");

  /** The option that chooses one or all. */
  static final String OPTION = "query";

  static final String ALL = "all";

  /** Largest number of rows that the sort returns. */
  static final int SORTED_ROWS = 50_000;

  /** Statement that allows {@link #TEMP_TABLE} again on the same connection. */
  static final String DROP = "drop temporary table zzz__temp";

  private final String beforeWord;
  private final String afterWord;
  private final String afterTable;

  StorageQuery(String beforeWord, String afterWord, String afterTable) {
    this.beforeWord = beforeWord;
    this.afterWord = afterWord;
    this.afterTable = afterTable;
  }

  static List<String> choices() {
    return Stream.concat(Stream.of(ALL), Stream.of(values()).map(StorageQuery::word)).toList();
  }

  /** The queries that a value of the option stands for, in the study's order. */
  static List<StorageQuery> chosen(String choice) {
    return Stream.of(values())
        .filter(query -> choice.equals(ALL) || choice.equals(query.word()))
        .toList();
  }

  /** Its text over a table, with SQL_NO_CACHE where the server takes it. */
  String sql(ServerProduct server, String table) {
    return beforeWord
        + (server.takesNoCache() ? "SQL_NO_CACHE " : "")
        + afterWord
        + table
        + afterTable;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
