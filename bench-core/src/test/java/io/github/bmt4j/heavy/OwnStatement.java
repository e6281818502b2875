package io.github.bmt4j.heavy;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.HeavyStatement;
import java.util.List;
import java.util.Optional;

/** A statement of a test. */
record OwnStatement(
    String name, String sql, List<String> apart, long rows, Optional<AnswerRows> expected)
    implements HeavyStatement {
  /** One that cannot be taken apart, and whose answer nobody knows. */
  static OwnStatement whole(String name, String sql, long rows) {
    return new OwnStatement(name, sql, List.of(), rows, Optional.empty());
  }

  @Override
  public Kind kind() {
    return Kind.QUERY;
  }

  @Override
  public String sql(ServerProduct server) {
    return sql;
  }

  @Override
  public List<String> pieces(ServerProduct server, int pieces) {
    return apart;
  }

  @Override
  public AnswerRows merged(List<AnswerRows> pieces) {
    return new AnswerRows(pieces.stream().flatMap(piece -> piece.rows().stream()).toList());
  }
}
