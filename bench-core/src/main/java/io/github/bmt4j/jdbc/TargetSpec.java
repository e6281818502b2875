package io.github.bmt4j.jdbc;

import io.github.bmt4j.failure.BadInputException;

/** Which server the user wants, as he wrote it: {@code --target} or {@code --url}. */
public sealed interface TargetSpec {
  /** The word after {@code --target}, or the URL without its passwords. */
  default String word() {
    if (this instanceof External external) {
      return JdbcUrl.redacted(external.url);
    }
    if (this instanceof Container container) {
      return "container:" + container.image;
    }
    return this instanceof Local ? "local" : "embedded";
  }

  /** Whether it is a server that bmt starts. */
  default boolean isStarted() {
    return !(this instanceof External);
  }

  /** MariaDB from Maven Central, as a process that bmt started. */
  record Embedded() implements TargetSpec {}

  /** The {@code mariadbd} or {@code mysqld} found on the PATH, as a process that bmt started. */
  record Local() implements TargetSpec {}

  /**
   * A container that bmt starts.
   *
   * @param image name and tag of the image, such as {@code mysql:8.4}
   */
  record Container(String image) implements TargetSpec {}

  /**
   * A server of the user's.
   *
   * @param url as given; may hold a password, so never print it: see {@link JdbcUrl#redacted}
   */
  record External(String url, String user, Secret password) implements TargetSpec {
    /** Address and login. */
    public Target target() {
      return new Target(word(), url, user, password, false);
    }

    @Override
    public String toString() {
      return "External[" + word() + "]";
    }
  }

  /**
   * Reads the value of {@code --target}.
   *
   * @throws BadInputException when it names no kind of server
   */
  static TargetSpec parse(String text) {
    if (text.equals("embedded")) {
      return new Embedded();
    }
    if (text.equals("local")) {
      return new Local();
    }
    if (text.startsWith("container:") && !text.substring("container:".length()).isBlank()) {
      return new Container(text.substring("container:".length()));
    }
    throw new BadInputException(
        "--target="
            + JdbcUrl.redacted(text)
            + ": choose embedded, local or container:<image>, such as container:mysql:8.4; for a"
            + " JDBC URL use --url");
  }
}
