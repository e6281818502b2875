package io.github.bmt4j.jdbc;

/**
 * A server to measure: how to reach it, and whose it is.
 *
 * @param description description for people: {@code embedded MariaDB 11.4.5}
 * @param url JDBC URL, without login for servers that bmt started
 * @param password never printed
 * @param ours true if bmt started it, so that it has no other users
 */
public record Target(String description, String url, String user, Secret password, boolean ours) {
  /** The dialect of the server. */
  public Dialect dialect() {
    return Dialect.of(url);
  }

  /** The same login at another URL. */
  public Target at(String other) {
    return new Target(description, other, user, password, ours);
  }
}
