package io.github.bmt4j.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * A server to measure: how to reach it, and whose it is.
 *
 * @param description description for people: {@code embedded MariaDB 11.4.5}
 * @param url JDBC URL, without login for servers that bmt started
 * @param password never printed
 * @param ours true if bmt started it, so that it has no other users
 * @param process that of its server, if what started it names it
 */
public record Target(
    String description,
    String url,
    String user,
    Secret password,
    boolean ours,
    @Nullable ProcessHandle process) {
  public Target(String description, String url, String user, Secret password, boolean ours) {
    this(description, url, user, password, ours, null);
  }

  /** The dialect of the server. */
  public Dialect dialect() {
    return Dialect.of(url);
  }

  /** The same login at another URL. */
  public Target at(String other) {
    return new Target(description, other, user, password, ours);
  }
}
