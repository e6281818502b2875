package io.github.bmt4j.jdbc;

import io.github.bmt4j.failure.BadInputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Server that the user chose, as written: {@code --target} or {@code --url}. */
public sealed interface TargetSpec {
  /** Before the path of a server program. */
  String LOCAL = "local:";

  /** The word after {@code --target}, or the URL without its passwords. */
  default String word() {
    if (this instanceof External external) {
      return JdbcUrl.redacted(external.url);
    }
    if (this instanceof Container container) {
      return "container:" + container.image;
    }
    if (this instanceof Local local) {
      return local.server == null ? "local" : LOCAL + local.server;
    }
    return "embedded";
  }

  /** True if it is a server that bmt starts. */
  default boolean isStarted() {
    return !(this instanceof External);
  }

  /** MariaDB from Maven Central, as a process that bmt started. */
  record Embedded() implements TargetSpec {}

  /**
   * A server that is installed on this machine, as a process that bmt started.
   *
   * @param server its program; absent for the first {@code mariadbd} or {@code mysqld} on the PATH
   */
  record Local(@Nullable Path server) implements TargetSpec {
    /** The first {@code mariadbd} or {@code mysqld} on the PATH. */
    public Local() {
      this(null);
    }
  }

  /**
   * A container that bmt starts.
   *
   * @param image name and tag of the image, such as {@code mysql:8.4}
   */
  record Container(String image) implements TargetSpec {}

  /**
   * A server of the user.
   *
   * @param url URL as given; may hold a password, so never print it: see {@link JdbcUrl#redacted}
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
   * @throws BadInputException when it names no kind of server; a missing program is only noticed at
   *     its use
   */
  static TargetSpec parse(String text) {
    if (text.equals("embedded")) {
      return new Embedded();
    }
    if (text.equals("local")) {
      return new Local();
    }
    if (text.startsWith(LOCAL) && !text.substring(LOCAL.length()).isBlank()) {
      return new Local(program(text));
    }
    if (text.startsWith("container:") && !text.substring("container:".length()).isBlank()) {
      return new Container(text.substring("container:".length()));
    }
    throw new BadInputException(
        "--target",
        "="
            + JdbcUrl.shown(text)
            + ": choose embedded, local, local:<program> such as local:/usr/sbin/mysqld, or"
            + " container:<image> such as container:mysql:8.4; for a JDBC URL use --url");
  }

  private static Path program(String text) {
    try {
      return Path.of(text.substring(LOCAL.length())).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new BadInputException("--target", "=" + text + ": no path of a program");
    }
  }
}
