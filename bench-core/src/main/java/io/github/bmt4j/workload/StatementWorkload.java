package io.github.bmt4j.workload;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A workload of heavy statements, which can be timed one by one. */
public interface StatementWorkload extends Workload {
  /** The statements that the parameters choose, in the order in which they are run. */
  List<HeavyStatement> statements(Params params);

  @Override
  default Set<String> privileges(Params params) {
    return statements(params).stream()
            .anyMatch(one -> one.kind() == HeavyStatement.Kind.TEMPORARY_TABLE)
        ? Set.of("SELECT", "CREATE TEMPORARY TABLES")
        : Set.of("SELECT");
  }

  @Override
  default int statementsPerConnection(Params params) {
    return 0;
  }

  @Override
  default Session newSession(SessionContext context) {
    return new StatementTurns(statements(context.params()), context);
  }

  /**
   * The statements over a separate table with a number of rows: a step on the way to the size at
   * which a server begins to spill.
   *
   * @return empty if the workload's statements need more than one table
   */
  default Optional<Rung> rung(Params params, long rows) {
    return Optional.empty();
  }

  /** A table of a step, and the statements over it. */
  record Rung(Table table, List<HeavyStatement> statements) {
    public Rung {
      statements = List.copyOf(statements);
    }
  }
}
