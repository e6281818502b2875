package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules by which a session reads the text of SQL.
 *
 * @param backslashes true if a backslash in a text is an escape, unlike in standard SQL
 * @param ansiQuotes true if identifiers are in double quotes, as in standard SQL; otherwise texts
 */
public record Grammar(Dialect dialect, boolean backslashes, boolean ansiQuotes) {
  /** MySQL and MariaDB by default. */
  public static final Grammar MYSQL = new Grammar(Dialect.MYSQL, true, false);

  private static final Pattern SQL_MODE =
      Pattern.compile("(?i)\\bsql[_-]mode\\s*:?=([^&]*)", Pattern.DOTALL);

  /**
   * The rules of a server that is not reached yet.
   *
   * @param urls its URL, and others of the same kind; none for a server that bmt starts
   * @param serverOptions options that it is started with
   */
  public static Grammar of(List<String> urls, List<String> serverOptions) {
    Dialect dialect = urls.isEmpty() ? Dialect.MYSQL : Dialect.of(urls.get(0));
    return dialect == Dialect.MYSQL
        ? MYSQL.after(urls + String.join("&", serverOptions))
        : new Grammar(dialect, false, true);
  }

  /** The rules of a session of a dialect, from the server. */
  public static Grammar of(Dialect dialect, Connection connection) throws SQLException {
    return dialect == Dialect.MYSQL
        ? MYSQL.after("sql_mode=" + Sql.text(connection, "SELECT @@SESSION.sql_mode"))
        : new Grammar(dialect, false, true);
  }

  /** The rules after a text that may set MySQL's sql_mode, such as a URL or a statement. */
  public Grammar after(String text) {
    Matcher set = SQL_MODE.matcher(text);
    if (dialect != Dialect.MYSQL || !set.find()) {
      return this;
    }
    String modes = set.group(1).toUpperCase(Locale.ROOT);
    // A variable may hold the earlier value.
    boolean unknown = modes.contains("@");
    return new Grammar(
        dialect,
        (!unknown || backslashes) && !modes.contains("NO_BACKSLASH_ESCAPES"),
        (unknown && ansiQuotes) || modes.contains("ANSI"));
  }

  public boolean ofMysql() {
    return dialect == Dialect.MYSQL;
  }
}
