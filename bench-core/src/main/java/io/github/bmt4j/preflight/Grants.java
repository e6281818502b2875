package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Privileges of a login, as {@code SHOW GRANTS} lists them; rights on single columns are left out.
 */
final class Grants {
  /** With ANSI_QUOTES the server quotes like this, and without sql_quote_show_create not at all. */
  private static final String NAME = "(\\*|`(?:[^`]|``)+`|\"(?:[^\"]|\"\")+\"|[A-Za-z0-9_$%\\\\]+)";

  private static final Pattern LINE =
      Pattern.compile(
          "(GRANT|REVOKE) (.+?) ON (?:TABLE )?" + NAME + "\\." + NAME + " (?:TO|FROM) .*",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern COMMA_OUTSIDE_PARENTHESES = Pattern.compile(",(?![^(]*\\))");

  private final List<Right> rights;

  private Grants(List<Right> rights) {
    this.rights = List.copyOf(rights);
  }

  private record Right(boolean given, List<String> privileges, String database, String table) {
    boolean speaksOf(String privilege, String wantedDatabase, String wantedTable) {
      boolean named =
          privileges.contains(privilege)
              || privileges.contains("ALL PRIVILEGES")
              || privileges.contains("ALL");
      return named
          && (database.equals("*") || like(database).matcher(wantedDatabase).matches())
          && (table.equals("*") || table.equalsIgnoreCase(wantedTable));
    }

    /**
     * A pattern of SQL's LIKE, in which a backslash takes the meaning of {@code _} and {@code %}.
     */
    private static Pattern like(String pattern) {
      StringBuilder regex = new StringBuilder();
      for (int i = 0; i < pattern.length(); i++) {
        char c = pattern.charAt(i);
        if (c == '\\' && i + 1 < pattern.length()) {
          regex.append(Pattern.quote(String.valueOf(pattern.charAt(++i))));
        } else if (c == '%') {
          regex.append(".*");
        } else {
          regex.append(c == '_' ? "." : Pattern.quote(String.valueOf(c)));
        }
      }
      return Pattern.compile(regex.toString());
    }
  }

  static Grants read(Connection connection) throws SQLException {
    List<String> lines = Sql.texts(connection, "SHOW GRANTS");
    String roles = mysqlRoles(connection);
    return of(
        roles.isEmpty()
            ? lines
            : Sql.texts(connection, "SHOW GRANTS FOR CURRENT_USER() USING " + roles));
  }

  static Grants of(List<String> lines) {
    return new Grants(
        lines.stream()
            .map(LINE::matcher)
            .filter(Matcher::matches)
            .map(
                right ->
                    new Right(
                        right.group(1).equalsIgnoreCase("GRANT"),
                        privileges(right.group(2)),
                        unquoted(right.group(3)),
                        unquoted(right.group(4))))
            .toList());
  }

  /** Returns true if the login has a privilege on a table, or on all of them with {@code *}. */
  boolean allow(String privilege, String database, String table) {
    return rights.stream()
            .anyMatch(right -> right.given() && right.speaksOf(privilege, database, table))
        && rights.stream()
            .noneMatch(right -> !right.given() && right.speaksOf(privilege, database, table));
  }

  boolean allowGlobally(String privilege) {
    return rights.stream()
        .anyMatch(
            right ->
                right.given() && right.database().equals("*") && right.speaksOf(privilege, "", ""));
  }

  private static List<String> privileges(String list) {
    return COMMA_OUTSIDE_PARENTHESES
        .splitAsStream(list)
        .map(privilege -> privilege.strip().toUpperCase(Locale.ROOT))
        .toList();
  }

  private static String unquoted(String name) {
    String quote = name.substring(0, 1);
    return quote.equals("`") || quote.equals("\"")
        ? name.substring(1, name.length() - 1).replace(quote + quote, quote)
        : name;
  }

  /** MariaDB lists what active roles grant without being asked; MySQL must be given their names. */
  private static String mysqlRoles(Connection connection) throws SQLException {
    ServerProduct server = ServerProduct.read(connection);
    if (server.isMariaDb() || !server.atLeast(8, 0)) {
      return "";
    }
    String roles = Sql.text(connection, "SELECT CURRENT_ROLE()");
    return roles.equals("NONE") ? "" : roles;
  }
}
