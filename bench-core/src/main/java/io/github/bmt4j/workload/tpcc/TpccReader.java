package io.github.bmt4j.workload.tpcc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Reads the tables of one set on one connection, in pieces: a district, or a warehouse's stock. */
final class TpccReader implements AutoCloseable {
  private final Connection connection;
  private final int set;
  private final boolean severalSets;
  private final BooleanSupplier stop;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  TpccReader(Connection connection, int set, boolean severalSets, BooleanSupplier stop) {
    this.connection = connection;
    this.set = set;
    this.severalSets = severalSets;
    this.stop = stop;
  }

  /** Warehouse and district of rows; {@link OrderedRows#NONE} if they are NULL. */
  record Place(long warehouse, long district) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::warehouse).thenComparingLong(Place::district);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  String key(long warehouse) {
    return (severalSets ? "set " + set + ", w " : "w ") + OrderedRows.text(warehouse);
  }

  String key(Place place) {
    return key(place.warehouse()) + ", d " + OrderedRows.text(place.district());
  }

  String key(Place place, String column, long number) {
    return key(place) + ", " + column + " " + OrderedRows.text(number);
  }

  /**
   * Queries the set.
   *
   * @param sql in which # after a table's name is the number of the set
   * @param numbers values of its question marks
   * @throws SQLException as the server says, or when the check was stopped
   */
  OrderedRows rows(String sql, long... numbers) throws SQLException {
    if (stop.getAsBoolean()) {
      throw new SQLException("stopped");
    }
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql.replace("#", Integer.toString(set)));
      prepared.put(sql, statement);
    }
    for (int i = 0; i < numbers.length; i++) {
      statement.setObject(i + 1, numbers[i] == OrderedRows.NONE ? null : (Long) numbers[i]);
    }
    return new OrderedRows(statement);
  }

  /** Adds the places of a table's rows, read from its index instead of its rows. */
  void places(String table, String warehouse, String district, Set<Place> places)
      throws SQLException {
    try (OrderedRows rows =
        rows("SELECT DISTINCT " + warehouse + ", " + district + " FROM " + table + "#")) {
      for (; rows.more(); rows.next()) {
        places.add(new Place(rows.key(), number(rows, 2)));
      }
    }
  }

  /** Another column of whole numbers that may be NULL. */
  static long number(OrderedRows rows, int column) throws SQLException {
    return rows.value(column) == null ? OrderedRows.NONE : rows.number(column);
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement : prepared.values()) {
      statement.close();
    }
  }
}
