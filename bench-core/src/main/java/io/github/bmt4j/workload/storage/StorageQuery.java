package io.github.bmt4j.workload.storage;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A query of the study of local storage, with the study's text. */
enum StorageQuery {
  SORT("select ", "* from orders1 order by o_d_id desc limit 50000"),
  GROUP(
      "select ",
      "o_carrier_id, o_d_id, o_w_id, count(*) from orders1"
          + " group by o_carrier_id, o_d_id, o_w_id order by 4 desc"),
  TEMP_TABLE("create temporary table zzz__temp as select ", "* from orders1");

  /** The option that chooses one or all. */
  static final String OPTION = "query";

  static final String ALL = "all";

  /** What makes {@link #TEMP_TABLE} possible again on the same connection. */
  static final String DROP = "drop temporary table zzz__temp";

  /** The first MySQL without a query cache; it calls SQL_NO_CACHE deprecated. */
  private static final int FIRST_MYSQL_WITHOUT_CACHE = 8;

  private final String plain;
  private final String uncached;

  StorageQuery(String beforeWord, String afterWord) {
    plain = beforeWord + afterWord;
    uncached = beforeWord + "SQL_NO_CACHE " + afterWord;
  }

  /** What the option takes. */
  static List<String> choices() {
    return Stream.concat(Stream.of(ALL), Stream.of(values()).map(StorageQuery::word)).toList();
  }

  /** The queries that a value of the option stands for, in the study's order. */
  static List<StorageQuery> chosen(String choice) {
    return Stream.of(values())
        .filter(query -> choice.equals(ALL) || choice.equals(query.word()))
        .toList();
  }

  /**
   * Whether a server is told SQL_NO_CACHE. MySQL from 8.0 on has nothing to be told: the word is
   * without effect there, and a version to come will refuse it.
   *
   * @param product name and version, as the driver has them
   */
  static boolean takesNoCache(String product, int majorVersion) {
    return product.toLowerCase(Locale.ROOT).contains("mariadb")
        || majorVersion < FIRST_MYSQL_WITHOUT_CACHE;
  }

  /** Its text, with SQL_NO_CACHE or without. */
  String sql(boolean noCache) {
    return noCache ? uncached : plain;
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
