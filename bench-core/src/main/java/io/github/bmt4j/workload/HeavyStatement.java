package io.github.bmt4j.workload;

import io.github.bmt4j.jdbc.ServerProduct;
import java.util.List;
import java.util.Optional;

/** A statement that is heavy enough to be timed alone. Immutable; any thread. */
public interface HeavyStatement {
  /** Name in {@code --query}. */
  String name();

  /** Its effect, which decides what evidence there is. */
  Kind kind();

  /** Reason why this server cannot run it; empty when it can. */
  default Optional<String> obstacle(ServerProduct server) {
    return Optional.empty();
  }

  /** Its text. */
  String sql(ServerProduct server);

  /** Number of rows that it returns or writes when it succeeds. */
  long rows();

  /** Statement that is run after it, outside its time, so that it can be run again. */
  default Optional<String> afterwards() {
    return Optional.empty();
  }

  /**
   * Part of a table that the server must keep in temporary space for it; empty when it is not known
   * before.
   */
  default Optional<KeptAside> keptAside() {
    return Optional.empty();
  }

  /**
   * The same in pieces: each reads a part of the tables, and together they read all.
   *
   * @param pieces at most
   * @return empty when it cannot be taken apart
   */
  default List<String> pieces(ServerProduct server, int pieces) {
    return List.of();
  }

  /**
   * The answer of the whole, from those of all pieces in their order.
   *
   * @throws UnsupportedOperationException when it cannot be taken apart
   */
  default Answer merged(List<Answer> pieces) {
    throw new UnsupportedOperationException(name() + " has no pieces");
  }

  /**
   * The answer as computed here from the tables' generator, without a server. May take a while.
   * Empty when the server has a choice.
   */
  default Optional<Answer> expected() {
    return Optional.empty();
  }

  /**
   * Rows that a server must keep aside.
   *
   * @param limit number of them that are returned in the end; {@link Long#MAX_VALUE} for all
   */
  record KeptAside(String table, long limit) {}

  /** Kind of a statement. */
  enum Kind {
    /** It gives rows. */
    QUERY,
    /** It fills a temporary table of the user. */
    TEMPORARY_TABLE
  }
}
