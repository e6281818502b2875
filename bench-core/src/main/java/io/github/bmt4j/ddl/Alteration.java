package io.github.bmt4j.ddl;

import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The change of a table, by a statement or by the user's tool, in a thread of its own. */
interface Alteration extends AutoCloseable {
  /** Begins. */
  void start() throws SQLException;

  CountDownLatch over();

  long startNanos();

  long endNanos();

  /** The server's number of its connection; 0 if it is unknown. */
  long session();

  /** Returns true if the server ends it at its limit. */
  boolean endsAtLimit();

  /** The last words of a tool; absent without any. */
  @Nullable String lastWords();

  /** Ends it; returns at once. */
  void kill(OutcomeKind why);

  /** Declares it ended, unless it has ended. */
  void giveUp();

  /** Returns true if it was given up: the server may still work on it. */
  boolean isGivenUp();

  StatementOutcome ending();

  List<String> notes();

  @Override
  void close();
}
