package io.github.bmt4j.ddl;

import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.preflight.ServerSpace;
import io.github.bmt4j.preflight.SpaceEstimate;
import io.github.bmt4j.preflight.SpaceNeed;
import io.github.bmt4j.preflight.SpaceNeed.AlterKind;
import io.github.bmt4j.preflight.TableSize;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The space that an ALTER will need, against the free space that the server reports.
 *
 * @param here true if the server is a process that bmt started on this machine
 */
record AlterRoom(String table, boolean here) {
  /**
   * 60 characters, a key, and half as much again for pages that are not full: the usual index, and
   * a guess for the user's own, which has no more than a row.
   */
  private static final long INDEX_ROW_BYTES = 100;

  List<String> warnings(Connection connection, AlterChange change, Algorithm algorithm)
      throws SQLException {
    Optional<TableSize> size = TableSize.read(connection, table);
    if (size.isEmpty()) {
      return List.of();
    }
    return SpaceEstimate.warnings(
        need(change, algorithm, size.orElseThrow(), ServerProduct.read(connection)),
        ServerSpace.read(connection, here));
  }

  private static SpaceNeed need(
      AlterChange change, Algorithm algorithm, TableSize size, ServerProduct server) {
    AlterKind kind = change.kind(algorithm, server);
    long ofRow = Math.min(INDEX_ROW_BYTES, size.rowBytes());
    long indexes = kind == AlterKind.ADD_INDEX ? size.rows() * ofRow : size.indexBytes();
    return SpaceNeed.alter(kind, size.dataBytes(), indexes);
  }
}
