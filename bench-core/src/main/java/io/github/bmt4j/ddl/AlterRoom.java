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
  /** 60 characters, a key, and half as much again for pages that are not full. */
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
    AlterKind kind = kind(change, algorithm, server);
    long indexes = kind == AlterKind.ADD_INDEX ? size.rows() * INDEX_ROW_BYTES : size.indexBytes();
    return SpaceNeed.alter(kind, size.dataBytes(), indexes);
  }

  /** Kind of the ALTER; where the server chooses, it takes the kind that needs least. */
  static AlterKind kind(AlterChange change, Algorithm algorithm, ServerProduct server) {
    return switch (algorithm) {
      case INSTANT -> AlterKind.INSTANT;
      case COPY -> AlterKind.COPY;
      case INPLACE ->
          change == AlterChange.ADD_INDEX ? AlterKind.ADD_INDEX : AlterKind.INPLACE_REBUILD;
      case DEFAULT ->
          switch (change) {
            case ADD_COLUMN -> addsAtOnce(server) ? AlterKind.INSTANT : AlterKind.INPLACE_REBUILD;
            case ADD_INDEX -> AlterKind.ADD_INDEX;
            case OPTIMIZE -> AlterKind.INPLACE_REBUILD;
            case CHANGE_TYPE, CONVERT_CHARSET -> AlterKind.COPY;
          };
    };
  }

  /** MariaDB from 10.3 on, and MySQL from 8.0 on: 8.0.12, the second one for production. */
  private static boolean addsAtOnce(ServerProduct server) {
    return server.isMariaDb() ? server.atLeast(10, 3) : server.atLeast(8, 0);
  }
}
