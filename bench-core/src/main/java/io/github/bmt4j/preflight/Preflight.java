package io.github.bmt4j.preflight;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.SessionSettings;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.preflight.Doctor.Severity;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The cheap checks, with which every run begins. */
public final class Preflight {
  /** A server counts a connection for a moment after it was closed. */
  private static final long SECOND_LOOK_NANOS = 500_000_000;

  private Preflight() {}

  /**
   * Result of the checks.
   *
   * @param psMode the mode that the server's limits allow
   */
  public record Findings(PsMode psMode, List<String> warnings) {
    public Findings {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Checks the server's and the client's limits, and a session of work that goes over bmt's own
   * driver.
   *
   * @param connection connection that the connector opened
   */
  public static Findings check(Connector connector, Connection connection, Target target, Need need)
      throws SQLException, TargetException {
    ServerAnswers server = settled(connection, need);
    List<CheckFinding> all = new ArrayList<>(ofServer(server, need, connection));
    all.addAll(ClientChecks.hard(ClientFacts.read(Clock.SYSTEM), need, Doctor.remote(target)));
    all.addAll(SessionChecks.check(SessionSettings.read(connection), connector.settled(), need));
    return findings(all, server, need);
  }

  /** Checks the limits of one of several servers. */
  public static Findings checkServer(Connection connection, Need need)
      throws SQLException, TargetException {
    ServerAnswers server = settled(connection, need);
    return findings(ofServer(server, need, connection), server, need);
  }

  /**
   * Checks a client's limits for a run over several servers.
   *
   * @param need of all of them together
   * @param sharers needs of all processes that share its local ports, its own included
   */
  public static List<String> checkClient(
      ClientFacts client, List<Target> targets, Need need, List<Need> sharers)
      throws TargetException {
    boolean remote = targets.stream().anyMatch(Doctor::remote);
    return warnings(ClientChecks.hard(client, need, sharers, remote));
  }

  /** Checks a session of the load. */
  public static List<String> checkSession(LoadClient client, Need need) throws TargetException {
    return warnings(SessionChecks.check(client.session(), client.connector().settled(), need));
  }

  /**
   * Checks a session of an application, in which bmt sets nothing.
   *
   * @throws TargetException when its transactions would not do their work
   */
  public static List<String> checkApplication(Connection connection, Need need)
      throws SQLException, TargetException {
    return warnings(SessionChecks.ofApplication(connection, need));
  }

  /**
   * Checks that a login may not write where a server is read-only: an application that writes to
   * such a server must get an error.
   *
   * @return a warning; empty where the login may not, or the server is one of a Galera cluster, in
   *     which none is read-only
   * @throws TargetException when the server is read-only, and the login may write there
   */
  public static Optional<String> checkObeysReadOnly(Connection connection)
      throws SQLException, TargetException {
    ServerAnswers server = ServerAnswers.read(connection);
    if (server.isOn("wsrep_on") || !StateChecks.bypasses(server, Grants.read(connection))) {
      return Optional.empty();
    }
    String found =
        "this login may write where read_only is on (SUPER, READ ONLY ADMIN or CONNECTION_ADMIN):"
            + " writes to a read-only server would end OK, and show no outage; use a login without"
            + " these rights";
    if (server.isOn("read_only")
        && !server.isOn("super_read_only")
        && !server.isOn("innodb_read_only")) {
      throw new TargetException(found);
    }
    return Optional.of(found);
  }

  /** Checks that a login may stop and start replication on a replica. */
  public static void checkReplicationRights(Connection replica, ServerProduct product)
      throws SQLException, TargetException {
    Grants grants = Grants.read(replica);
    // Since MariaDB 11, SUPER does not include privileges that have names of their own.
    boolean superHolds = !product.isMariaDb() || !product.atLeast(11, 0);
    String right = product.isMariaDb() ? "REPLICATION SLAVE ADMIN" : "REPLICATION_SLAVE_ADMIN";
    if (!grants.allowGlobally(right) && !(superHolds && grants.allowGlobally("SUPER"))) {
      throw new TargetException(
          "this login lacks the right "
              + right
              + " on the replica, without which it cannot stop and start replication: grant it, or"
              + " give --stop-command and --start-command");
    }
  }

  /** The server's answers; asked again after a moment if a limit is exceeded. */
  static ServerAnswers settled(Connection connection, Need need) throws SQLException {
    ServerAnswers server = ServerAnswers.read(connection);
    List<CheckFinding> limits = LimitChecks.hard(server, need);
    if (limits.stream().allMatch(finding -> finding.severity().compareTo(Severity.WARNING) > 0)) {
      return server;
    }
    Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + SECOND_LOOK_NANOS, () -> false);
    return ServerAnswers.read(connection);
  }

  private static List<CheckFinding> ofServer(ServerAnswers server, Need need, Connection connection)
      throws SQLException {
    List<CheckFinding> findings = new ArrayList<>(LimitChecks.hard(server, need));
    boolean readOnly = server.isOn("read_only");
    findings.add(StateChecks.readOnly(server, need, readOnly ? Grants.read(connection) : null));
    findings.add(SettingChecks.sqlMode(server));
    return findings;
  }

  /** Throws for obstacles; otherwise returns the remaining findings. */
  static Findings findings(List<CheckFinding> findings, ServerAnswers server, Need need)
      throws TargetException {
    List<String> warnings = warnings(findings);
    boolean text = need.psMode() == PsMode.DISABLE || !LimitChecks.fit(server, need);
    return new Findings(text ? PsMode.DISABLE : PsMode.AUTO, warnings);
  }

  private static List<String> warnings(List<CheckFinding> findings) throws TargetException {
    List<String> errors = lines(findings, Severity.ERROR);
    if (!errors.isEmpty()) {
      throw new TargetException(String.join(". ", errors));
    }
    return lines(findings, Severity.WARNING);
  }

  private static List<String> lines(List<CheckFinding> findings, Severity severity) {
    return findings.stream()
        .filter(finding -> finding.severity() == severity)
        .map(CheckFinding::line)
        .toList();
  }
}
