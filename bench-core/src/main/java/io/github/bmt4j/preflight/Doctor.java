package io.github.bmt4j.preflight;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.preflight.TableChecks.Lacking;
import io.github.bmt4j.tables.TableFacts;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.tables.TableReader;
import io.github.bmt4j.tables.TableState;
import io.github.bmt4j.workload.Table;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Examines everything that a run depends on, without changing the server.
 *
 * @param client state of the client before anything was started
 * @param trial of a connection of the load
 * @param engineNotes on tables that have these storage engines; throws BadInputException where a
 *     run refuses them
 */
public record Doctor(
    Clock clock,
    ClientFacts client,
    Trial trial,
    Function<SortedSet<String>, List<String>> engineNotes) {
  private static final int TIMEOUT_MILLIS = 10_000;

  /** Long, because counting ids of many rows takes time. */
  private static final int ANSWER_MILLIS = 120_000;

  /** Tries a connection of the load; a driver may wait for it forever. */
  public interface Trial {
    /** Opens a connection, reads its properties, and closes it; gives up after a time. */
    LoadClient of(Connector connector) throws SQLException;
  }

  /**
   * All findings, in no order.
   *
   * @param nodes that are watched during the load, named by their descriptions
   * @param need of all targets together
   * @param dealt connections of each target
   * @param driver driver of the load
   * @throws BadInputException when it cannot work
   */
  public List<CheckFinding> findings(
      List<Target> targets, List<Target> nodes, Need need, RoundRobin dealt, LoadDriver driver) {
    List<CheckFinding> findings = new ArrayList<>();
    findings.addAll(ClientChecks.hard(client, need, targets.stream().anyMatch(Doctor::remote)));
    findings.addAll(ClientChecks.soft(client, need));
    driver.notes().forEach(note -> findings.add(CheckFinding.warning("driver", note, "", "")));
    List<Endpoint> endpoints = new ArrayList<>();
    for (Target target : Stream.of(targets, nodes).flatMap(List::stream).toList()) {
      Endpoint endpoint = new Endpoint(target, new ArrayList<>());
      boolean answers = network(endpoint.target(), endpoint.findings());
      endpoints.add(answers ? endpoint : endpoint.silent());
    }
    List<ServerKey> identities = identities(endpoints.subList(0, targets.size()), need);
    List<Need> shares = need.split(identities, dealt);
    List<TableFacts> first = null;
    for (int i = 0; i < endpoints.size(); i++) {
      Endpoint endpoint = endpoints.get(i);
      boolean node = i >= targets.size();
      boolean onFirst = node || identities.get(i).server().equals(identities.get(0).server());
      Visit visit =
          new Visit(
              endpoint,
              node ? Need.ofConnections(1) : shares.get(i),
              node ? null : driver,
              onFirst ? Lacking.MADE : lacking(first));
      if (endpoint.answers()) {
        List<TableFacts> tables = server(visit);
        first = i == 0 ? tables : first;
      }
      for (CheckFinding finding : endpoint.findings()) {
        findings.add(
            node
                ? finding.at("node " + endpoint.target().description())
                : targets.size() == 1 ? finding : finding.at("endpoint " + (i + 1)));
      }
    }
    return List.copyOf(findings);
  }

  private record Endpoint(Target target, List<CheckFinding> findings, boolean answers) {
    Endpoint(Target target, List<CheckFinding> findings) {
      this(target, findings, true);
    }

    Endpoint silent() {
      return new Endpoint(target, findings, false);
    }
  }

  /**
   * An endpoint, with what is needed of it.
   *
   * @param driver of the load; absent for a node that is only watched
   */
  private record Visit(
      Endpoint endpoint, Need need, @Nullable LoadDriver driver, Lacking lacking) {}

  private static Lacking lacking(@Nullable List<TableFacts> first) {
    boolean whole =
        first != null
            && first.stream().allMatch(facts -> facts.state().kind() == TableState.Kind.THERE);
    return whole ? Lacking.REFUSED : Lacking.AWAITED;
  }

  /** Servers behind endpoints; an endpoint that does not report one counts as a separate server. */
  private static List<ServerKey> identities(List<Endpoint> endpoints, Need need) {
    List<ServerKey> identities = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      ServerKey own = new ServerKey("endpoint " + identities.size(), "");
      identities.add(
          endpoints.size() > 1 && endpoint.answers() ? identity(endpoint, need, own) : own);
    }
    return identities;
  }

  private static ServerKey identity(Endpoint endpoint, Need need, ServerKey otherwise) {
    Connector connector = new Connector(endpoint.target(), need.psMode(), need.statements());
    try (Connection connection = connector.connect(TIMEOUT_MILLIS)) {
      return ServerKey.read(connection);
    } catch (SQLException e) {
      // The visit reports the reason.
      return otherwise;
    }
  }

  /** Returns true if a server may be on another machine. */
  static boolean remote(Target target) {
    return !target.ours() && !JdbcUrl.namesThisMachine(target.url());
  }

  private boolean network(Target target, List<CheckFinding> findings) {
    CheckFinding elsewhere = ReachChecks.withoutTcp(target.url());
    if (elsewhere != null) {
      findings.add(elsewhere);
      return elsewhere.severity() != Severity.ERROR;
    }
    List<InetSocketAddress> addresses = JdbcUrl.addresses(target.url());
    if (addresses.isEmpty()) {
      findings.add(CheckFinding.unknown("network", "the URL contains no host that bmt can read"));
      return true;
    }
    boolean any = false;
    for (InetSocketAddress address : addresses) {
      Reach reach = Reach.of(address, clock);
      any |= !reach.connects().isEmpty();
      findings.add(ReachChecks.network(reach));
    }
    return any;
  }

  private @Nullable List<TableFacts> server(Visit visit) {
    Need need = visit.need();
    Target target = visit.endpoint().target();
    List<CheckFinding> findings = visit.endpoint().findings();
    Connector connector = new Connector(target, need.psMode(), need.statements());
    long before = clock.nanoTime();
    try (Connection connection = connector.connect(TIMEOUT_MILLIS)) {
      double millis = (clock.nanoTime() - before) / 1e6;
      connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
      TablePreparer.limitLockWaits(connection);
      DatabaseMetaData meta = connection.getMetaData();
      String driver = meta.getDriverName() + " " + LoadClient.version(meta);
      findings.add(
          ReachChecks.loggedIn(Sql.text(connection, "SELECT CURRENT_USER()"), driver, millis));
      List<InetSocketAddress> addresses =
          target.ours() ? List.of() : JdbcUrl.addresses(target.url());
      findings.add(AddressChecks.look(connector, connection, addresses, TIMEOUT_MILLIS));
      return ask(visit, connection, findings);
    } catch (SQLException e) {
      findings.add(ReachChecks.refused(target, e));
      return null;
    }
  }

  private @Nullable List<TableFacts> ask(
      Visit visit, Connection connection, List<CheckFinding> findings) throws SQLException {
    Need need = visit.need();
    Target target = visit.endpoint().target();
    findings.add(ReachChecks.roundTrip(ServerAnswers.roundTrips(connection, clock)));
    findings.add(ClientChecks.timeOfDay(ServerAnswers.timeOfDay(connection, clock)));
    ServerAnswers server = Preflight.settled(connection, need);
    findings.add(ReachChecks.tls(server, target.url(), ServerAnswers.notAfter(connection)));
    findings.addAll(LimitChecks.hard(server, need));
    LoadDriver driver = visit.driver();
    if (driver == null) {
      return null;
    }
    findings.addAll(LimitChecks.soft(server, need));
    Grants grants = grants(connection, findings);
    findings.addAll(
        StateChecks.check(
            server, need, grants, ReplicaState.read(connection, server.facts().product())));
    List<TableFacts> tables = tables(connection, visit, findings);
    Long bytes = tables == null ? null : (Long) TableChecks.bytes(tables);
    findings.addAll(SettingChecks.check(server, bytes, TablePreparer.LARGEST_STATEMENT_BYTES));
    String database = Sql.text(connection, "SELECT DATABASE()");
    if (grants != null && tables != null) {
      boolean made = visit.lacking() == Lacking.MADE;
      findings.addAll(
          PrivilegeChecks.check(
              grants,
              database,
              need,
              made ? of(tables, TableState.Kind.MISSING) : List.of(),
              made ? of(tables, TableState.Kind.UNFINISHED) : List.of()));
    }
    boolean fit = LimitChecks.fit(server, need);
    findings.addAll(load(target, need, fit ? need.psMode() : PsMode.DISABLE, driver));
    return tables;
  }

  private static List<Table> of(List<TableFacts> tables, TableState.Kind kind) {
    return tables.stream()
        .filter(facts -> facts.state().kind() == kind)
        .map(TableFacts::table)
        .toList();
  }

  List<CheckFinding> load(Target target, Need need, PsMode psMode, LoadDriver driver) {
    List<CheckFinding> findings = new ArrayList<>();
    try {
      LoadClient tried = trial.of(driver.connector(target, psMode, need.statements()));
      findings.add(ReachChecks.ofLoad(tried, psMode != PsMode.DISABLE));
      findings.addAll(SessionChecks.check(tried.session(), tried.connector().settled(), need));
      return findings;
    } catch (LinkageError e) {
      throw driver.unusable(e);
    } catch (SQLException e) {
      return List.of(ReachChecks.loadRefused(e));
    }
  }

  private static @Nullable Grants grants(Connection connection, List<CheckFinding> findings) {
    try {
      return Grants.read(connection);
    } catch (SQLException e) {
      findings.add(CheckFinding.unknown("rights", "SHOW GRANTS was refused: " + FailedLogin.of(e)));
      return null;
    }
  }

  private @Nullable List<TableFacts> tables(
      Connection connection, Visit visit, List<CheckFinding> findings) throws SQLException {
    if (Sql.text(connection, "SELECT DATABASE()").isEmpty()) {
      findings.add(
          CheckFinding.error(
              "database",
              "the URL names no database",
              "there is no place for the tables",
              "add one, as in jdbc:mariadb://host:3306/sbtest"));
      return null;
    }
    try {
      List<TableFacts> tables =
          new TableReader(connection, FailedLogin::of)
              .read(TableState.fitting(connection, visit.need().tables()));
      findings.addAll(TableChecks.check(tables, visit.lacking()));
      engineNotes
          .apply(TableState.engines(connection, visit.need().tables()))
          .forEach(note -> findings.add(CheckFinding.warning("tables", note, "", "")));
      return tables;
    } catch (BadInputException e) {
      findings.add(
          CheckFinding.error("tables", String.valueOf(e.getMessage()), "the run is refused", ""));
      return null;
    } catch (TargetException e) {
      findings.add(CheckFinding.unknown("tables", String.valueOf(e.getMessage())));
      return null;
    }
  }

  /** The weight of a finding, the heaviest first. */
  public enum Severity {
    /** The run would be refused or fail. */
    ERROR,
    /** The run would work, but its figures would suffer or mislead. */
    WARNING,
    /** Good to know, or unknown. */
    NOTE,
    /** Examined, without an objection. */
    OK;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
