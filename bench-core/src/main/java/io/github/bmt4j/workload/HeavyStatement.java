package io.github.bmt4j.workload;

import io.github.bmt4j.jdbc.ServerProduct;
import java.util.List;
import java.util.Optional;

/** A statement that is heavy enough to be timed alone. Immutable, thread-safe. */
public interface HeavyStatement {
  /** Name in {@code --query}. */
  String name();

  /** Its effect, which decides the available evidence. */
  Kind kind();

  /** Reason why this server cannot run it; empty when it can. */
  default Optional<String> obstacle(ServerProduct server) {
    return Optional.empty();
  }

  /** Its text. */
  String sql(ServerProduct server);

  /** Number of rows that it returns or writes when it succeeds. */
  long rows();

  /** Statement executed after it, outside its time, so that it can run again. */
  default Optional<String> afterwards() {
    return Optional.empty();
  }

  /**
   * Part of a table that the server must keep in temporary space for it; empty if unknown in
   * advance.
   */
  default Optional<KeptAside> keptAside() {
    return Optional.empty();
  }

  /**
   * The statement in pieces: each reads a part of the tables, and together they read all.
   *
   * @param pieces largest number of pieces
   * @return empty if it cannot be split
   */
  default List<String> pieces(ServerProduct server, int pieces) {
    return List.of();
  }

  /**
   * The answer of the whole, merged from the answers of all pieces in their order.
   *
   * @throws UnsupportedOperationException when it cannot be split
   */
  default AnswerRows merged(List<AnswerRows> pieces) {
    throw new UnsupportedOperationException(name() + " has no pieces");
  }

  /**
   * The answer computed from the tables' generator, without a server. May take a while. Empty if
   * the server has a choice.
   */
  default Optional<AnswerRows> expected() {
    return Optional.empty();
  }

  /**
   * Rows that a server must keep aside.
   *
   * @param limit number of these rows that are finally returned; {@link Long#MAX_VALUE} for all
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
