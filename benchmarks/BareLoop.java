import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A JDBC loop written by hand, with nothing of bmt4j in it: the yardstick for what our engine adds. Result sets are fetched and
 * closed, and not decoded, as by bmt and sysbench. It measures nothing and runs until it is ended. Arguments: URL, user,
 * point_select or read_write, threads, table size; the password comes by BMT_PASSWORD.
 */
final class BareLoop {
  /** Deadlock, lock wait timeout, duplicate key. */
  private static final Set<Integer> EXPECTED = Set.of(1213, 1205, 1062);

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[3]);
    int rows = Integer.parseInt(args[4]);
    boolean write = args[2].equals("read_write");
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Connection connection = DriverManager.getConnection(args[0], args[1], System.getenv("BMT_PASSWORD"));
      SplittableRandom random = new SplittableRandom(i + System.nanoTime());
      Thread worker = new Thread(() -> loop(connection, random, rows, write));
      workers.add(worker);
    }
    workers.forEach(Thread::start);
  }

  private static void loop(Connection connection, SplittableRandom random, int rows, boolean write) {
    try (connection) {
      Statement text = connection.createStatement();
      PreparedStatement begin = connection.prepareStatement("BEGIN");
      PreparedStatement commit = connection.prepareStatement("COMMIT");
      PreparedStatement point = connection.prepareStatement("SELECT c FROM sbtest1 WHERE id=?");
      String range = " FROM sbtest1 WHERE id BETWEEN ? AND ?";
      PreparedStatement[] ranges = {
        connection.prepareStatement("SELECT c" + range),
        connection.prepareStatement("SELECT SUM(k)" + range),
        connection.prepareStatement("SELECT c" + range + " ORDER BY c"),
        connection.prepareStatement("SELECT DISTINCT c" + range + " ORDER BY c")
      };
      PreparedStatement index = connection.prepareStatement("UPDATE sbtest1 SET k=k+1 WHERE id=?");
      PreparedStatement nonIndex = connection.prepareStatement("UPDATE sbtest1 SET c=? WHERE id=?");
      PreparedStatement delete = connection.prepareStatement("DELETE FROM sbtest1 WHERE id=?");
      PreparedStatement insert = connection.prepareStatement("INSERT INTO sbtest1 (id, k, c, pad) VALUES (?, ?, ?, ?)");
      while (true) {
        try {
          if (write) {
            begin.execute();
          }
          for (int i = write ? 10 : 1; i > 0; i--) {
            point.setLong(1, 1 + random.nextInt(rows));
            read(point);
          }
          if (write) {
            for (PreparedStatement select : ranges) {
              int id = 1 + random.nextInt(rows);
              select.setLong(1, id);
              select.setLong(2, id + 99);
              read(select);
            }
            index.setLong(1, 1 + random.nextInt(rows));
            index.executeUpdate();
            nonIndex.setString(1, digits(random, 10));
            nonIndex.setLong(2, 1 + random.nextInt(rows));
            nonIndex.executeUpdate();
            int id = 1 + random.nextInt(rows);
            delete.setLong(1, id);
            delete.executeUpdate();
            insert.setLong(1, id);
            insert.setLong(2, 1 + random.nextInt(rows));
            insert.setString(3, digits(random, 10));
            insert.setString(4, digits(random, 5));
            insert.executeUpdate();
            commit.execute();
          }
        } catch (SQLException e) {
          if (!EXPECTED.contains(e.getErrorCode())) {
            throw e;
          }
          text.execute("ROLLBACK");
        }
      }
    } catch (SQLException e) {
      e.printStackTrace();
      System.exit(3);
    }
  }

  private static void read(PreparedStatement select) throws SQLException {
    select.executeQuery().close();
  }

  private static String digits(SplittableRandom random, int groups) {
    StringBuilder text = new StringBuilder(120);
    for (int i = 0; i < groups; i++) {
      text.append(i == 0 ? "" : "-").append(String.valueOf(100_000_000_000L + random.nextLong(100_000_000_000L)), 1, 12);
    }
    return text.toString();
  }

  private BareLoop() {}
}
