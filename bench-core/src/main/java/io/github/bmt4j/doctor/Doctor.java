package io.github.bmt4j.doctor;

import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.TimeOfDay;
import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.JdbcUrl;
import io.github.bmt4j.target.Target;
import io.github.bmt4j.workload.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at everything that a run depends on, and asks the server nothing that changes it. */
public final class Doctor {
  private static final int TIMEOUT_MILLIS = 10_000;

  /** Counting ids of many rows takes its time. */
  private static final int ANSWER_MILLIS = 120_000;

  private static final int ROUND_TRIPS = 50;
  private static final int CLOCK_READINGS = 5;

  private final Clock clock;
  private final ClientFacts client;

  /**
   * @param client as it was before anything was started
   */
  public Doctor(Clock clock, ClientFacts client) {
    this.clock = clock;
    this.client = client;
  }

  /** All findings, in no order. */
  public List<Finding> findings(Target target, Need need) {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(ClientChecks.hard(client, need, remote(target)));
    findings.addAll(ClientChecks.soft(client, need));
    if (network(target, findings)) {
      server(target, need, findings);
    }
    return List.copyOf(findings);
  }

  /** Whether a server may be on another machine. */
  static boolean remote(Target target) {
    return !target.ours() && !JdbcUrl.namesThisMachine(target.url());
  }

  /** Whether any address answers. */
  private boolean network(Target target, List<Finding> findings) {
    List<Address> addresses = Address.of(target.url());
    if (addresses.isEmpty()) {
      findings.add(Finding.untold("network", "the URL names no host that we can read"));
      return true;
    }
    boolean any = false;
    for (Address address : addresses) {
      Reach reach = Reach.of(address, clock);
      any |= !reach.connects().isEmpty();
      findings.add(ReachChecks.network(reach));
    }
    return any;
  }

  private void server(Target target, Need need, List<Finding> findings) {
    Connector connector = new Connector(target, need.psMode(), need.statements());
    long before = clock.nanoTime();
    try (Connection connection = connector.connect(TIMEOUT_MILLIS)) {
      double millis = (clock.nanoTime() - before) / 1e6;
      connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
      String driver =
          connection.getMetaData().getDriverName()
              + " "
              + connection.getMetaData().getDriverVersion();
      findings.add(ReachChecks.loggedIn(one(connection, "SELECT CURRENT_USER()"), driver, millis));
      ask(target, need, connection, findings);
    } catch (SQLException e) {
      findings.add(ReachChecks.refused(e));
    }
  }

  private void ask(Target target, Need need, Connection connection, List<Finding> findings)
      throws SQLException {
    findings.add(ReachChecks.roundTrip(roundTrips(connection)));
    findings.add(ClientChecks.timeOfDay(timeOfDay(connection)));
    ServerAnswers server = ServerAnswers.read(connection);
    findings.add(ReachChecks.tls(server, target.url(), notAfter(connection)));
    findings.addAll(LimitChecks.hard(server, need));
    findings.addAll(LimitChecks.soft(server, need));
    Grants grants = grants(connection, findings);
    boolean mariaDb = server.facts().product().equals("MariaDB");
    findings.addAll(
        StateChecks.check(server, need, grants, ReplicaState.read(connection, mariaDb)));
    List<TableFacts> tables = tables(connection, need, findings);
    Long bytes = tables == null ? null : (Long) TableChecks.bytes(tables);
    findings.addAll(SettingChecks.check(server, bytes, TablePreparer.LARGEST_STATEMENT_BYTES));
    String database = one(connection, "SELECT DATABASE()");
    if (grants != null && tables != null) {
      List<Table> missing =
          tables.stream().filter(facts -> !facts.present()).map(TableFacts::table).toList();
      findings.addAll(PrivilegeChecks.check(grants, database, need, missing));
    }
  }

  private static @Nullable Grants grants(Connection connection, List<Finding> findings) {
    try {
      return Grants.read(connection);
    } catch (SQLException e) {
      findings.add(Finding.untold("rights", "SHOW GRANTS was refused: " + Reason.of(e)));
      return null;
    }
  }

  /** The facts of all tables; absent when the URL names no database. */
  private static @Nullable List<TableFacts> tables(
      Connection connection, Need need, List<Finding> findings) throws SQLException {
    if (one(connection, "SELECT DATABASE()").isEmpty()) {
      findings.add(
          Finding.error(
              "database",
              "the URL names no database",
              "there is no place for the tables",
              "add one, as in jdbc:mariadb://host:3306/sbtest"));
      return null;
    }
    List<TableFacts> tables = new TableReader(connection).read(need.tables());
    findings.addAll(TableChecks.check(tables));
    return tables;
  }

  private List<Double> roundTrips(Connection connection) throws SQLException {
    List<Double> millis = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("DO 1");
      for (int i = 0; i < ROUND_TRIPS; i++) {
        long before = clock.nanoTime();
        statement.execute("DO 1");
        millis.add((clock.nanoTime() - before) / 1e6);
      }
    }
    return millis;
  }

  /** The reading that took the shortest time is the surest. */
  private @Nullable TimeOfDay timeOfDay(Connection connection) throws SQLException {
    TimeOfDay surest = null;
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < CLOCK_READINGS; i++) {
        Instant asked = clock.now();
        try (ResultSet row = statement.executeQuery("SELECT UNIX_TIMESTAMP(NOW(6))")) {
          Instant heard = clock.now();
          row.next();
          BigDecimal told = row.getBigDecimal(1);
          TimeOfDay reading = new TimeOfDay(asked, instant(told), heard);
          if (surest == null || reading.uncertaintyMillis() < surest.uncertaintyMillis()) {
            surest = reading;
          }
        }
      }
    }
    return surest;
  }

  private static Instant instant(BigDecimal seconds) {
    return Instant.EPOCH.plusNanos(seconds.movePointRight(9).longValue());
  }

  private static String notAfter(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW SESSION STATUS LIKE 'Ssl_server_not_after'")) {
      return row.next() ? row.getString(2) : "";
    }
  }

  private static String one(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      String value = row.getString(1);
      return value == null ? "" : value;
    }
  }
}
