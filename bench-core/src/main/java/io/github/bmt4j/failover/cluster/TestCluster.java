package io.github.bmt4j.failover.cluster;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.preflight.FailedLogin;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.sampling.SampledServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The servers on which trials take place. */
public interface TestCluster extends AutoCloseable {
  /** Longest wait for the answer to a short statement. */
  int READ_MILLIS = 30_000;

  String description();

  /**
   * Makes the cluster healthy and creates the tables of a repetition; then the application may
   * begin.
   */
  void ready(BooleanSupplier stopped) throws TargetException;

  ProbePlan plan();

  List<String> javaOptions();

  /** The nodes that can be observed; may be empty. */
  List<NodeObserver.Site> sites();

  /** The nodes whose series are read; bmt connects straight to them. May be empty. */
  default List<SampledServer> sampled() {
    return List.of();
  }

  LoadDriver driver();

  Connection own() throws SQLException;

  /**
   * A connection as the application opens it, with the session settings of server, driver and URL.
   *
   * @param url of a server, in the form of bmt's own driver or of the application's
   */
  default Connection asApplication(String url) throws SQLException {
    LoadDriver driver = driver();
    String limited = driver.url(url);
    if (driver.language() != null) {
      limited = JdbcUrl.replaced(limited, "connectTimeout", "5000");
      limited = JdbcUrl.replaced(limited, "socketTimeout", Integer.toString(READ_MILLIS));
      limited = JdbcUrl.replaced(limited, "retriesAllDown", "4");
    }
    try {
      return driver.open(
          limited, JdbcUrl.loginBeside(limited, target().user(), target().password()));
    } catch (LinkageError e) {
      throw driver.unusable(e);
    }
  }

  /**
   * The URLs of the application's sessions, as they can be opened here; the URL for writes first.
   */
  default List<String> sessionUrls() {
    return List.of(target().url());
  }

  /**
   * Checks the application's sessions. Touches nothing.
   *
   * @param writes true if the application writes
   * @return warnings in words
   * @throws TargetException when a session cannot be opened, or its transactions would not do their
   *     work
   */
  default List<String> checkSessions(boolean writes) throws TargetException {
    Set<String> warnings = new LinkedHashSet<>();
    for (String url : sessionUrls()) {
      Need need = Need.ofConnections(1).writing(writes && url.equals(target().url()));
      try (Connection connection = asApplication(url)) {
        warnings.addAll(Preflight.checkApplication(connection, need));
      } catch (SQLException e) {
        throw new TargetException(problem(url, target(), false, e), e);
      }
    }
    return List.copyOf(warnings);
  }

  /**
   * Reason why a server cannot be used: it is away, it does not answer, or the login lacks
   * privileges; with the remedy where there is one.
   */
  static String problem(String url, Target target, boolean connected, SQLException failure) {
    String what =
        "cannot create bmt's tables in the database of %s (CREATE, DROP, INSERT, UPDATE and SELECT"
            + " on it are needed): %s";
    if (!connected) {
      what = "cannot connect to %s: %s";
    } else if (Failure.of(failure, ErrorPhase.STATEMENT).connectionLost()) {
      what = "%s took the connection and does not answer: %s";
    }
    String message = String.valueOf(failure.getMessage());
    String remedy = connected ? "" : FailedLogin.remedy(target, failure);
    return words(what, JdbcUrl.redacted(url), JdbcUrl.redacted(message))
        + (remedy.isEmpty() ? "" : " (" + remedy + ")");
  }

  /** The primary, as the application logs in there. */
  Target target();

  /** Reads where the cluster is, over a connection of an application that works by a plan. */
  default Environment environment(ProbePlan plan) throws TargetException {
    try (Connection own = own();
        Connection connection = asApplication(target().url())) {
      ProbePlan.Urls urls = plan.urls();
      String url = urls.connect() == null ? urls.read() : urls.connect();
      return EnvironmentReader.read(
              description(), ServerFacts.read(own), url == null ? "" : url, "text", connection)
          .through(driver().artifacts());
    } catch (SQLException e) {
      throw new TargetException("cannot read the server's settings: " + e.getMessage(), e);
    }
  }

  /** Identity of the primary before the fault, as servers give it. */
  String primary();

  Intervention intervention();

  /** Reasons for each process of these servers that ended although bmt did not end it. */
  default List<Reason> died() {
    return List.of();
  }

  /**
   * Heals the cluster as far as possible, and reads the ledger of every node.
   *
   * @param writer identity of the server that took the application's last write: the primary if
   *     several servers take writes; "" when no write shows it
   */
  Aftermath settle(String writer, BooleanSupplier stopped) throws TargetException;

  /**
   * The servers after a repetition.
   *
   * @param primary identity of the primary; absent when unknown
   * @param ledgers by the nodes' identities
   * @param writable identities of the servers that took a test write just now, as far as this was
   *     tried
   */
  record Aftermath(@Nullable String primary, List<LedgerCopy> ledgers, List<String> writable) {}

  @Override
  void close();
}
