package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.IsolatedDriver;
import io.github.bmt4j.jdbc.OpeningDataSource;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.SessionSettings;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.tables.CommandLocks;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The server of a trial, and the driver that reaches it. */
@State(Scope.Benchmark)
public class TrialServer {
  /** The driver that comes with the suite. */
  public static final String BUNDLED = "mariadb:4.0.0";

  private static volatile @Nullable IterationWatch watch;

  /** {@code embedded}, {@code local}, {@code container:<image>}, or a JDBC URL. */
  @Param("embedded")
  public String url;

  /** Maven coordinates: {@code mariadb:<version>}, {@code mysql:<version>}, or in full. */
  @Param(BUNDLED)
  public String driver;

  private final CommandLocks locks = new CommandLocks(Progress.SILENT);
  private Handover.Server server;
  private DriverCoordinates coordinates;
  private IsolatedDriver isolated;

  /** Takes over what the host JVM has started and resolved. */
  @Setup(Level.Trial)
  public void open() {
    Handover handover = Handover.read();
    server = handover.server(url);
    coordinates = DriverCoordinates.parse(driver);
    isolated = new IsolatedDriver(List.of(handover.driver(driver)));
  }

  /** An observer of the server when an iteration begins and ends: a profiler. */
  public interface IterationWatch {
    /** Trial and server are ready, nothing of the iteration has been sent. */
    void begins(TrialServer server) throws SQLException;

    /** All of the iteration has been answered, and the trial's teardown has not begun. */
    void ends(TrialServer server) throws SQLException;
  }

  /** Names the one who looks; it is asked in every trial of this JVM from now on. */
  public static void watch(IterationWatch onlooker) {
    watch = onlooker;
  }

  /** Tells who looks. */
  @Setup(Level.Iteration)
  public void beginIteration() throws SQLException {
    if (watch != null) {
      watch.begins(this);
    }
  }

  /** Tells who looks. */
  @TearDown(Level.Iteration)
  public void endIteration() throws SQLException {
    if (watch != null) {
      watch.ends(this);
    }
  }

  /** Lets go of the driver. */
  @TearDown(Level.Trial)
  public void close() {
    isolated.close();
    locks.close();
  }

  /**
   * Opens a connection in auto-commit mode. The caller closes it.
   *
   * @throws SQLException as the driver throws it
   */
  public Connection connect(DriverSettings settings) throws SQLException {
    return SessionSettings.settled(connect(url(settings)));
  }

  /**
   * Opens a connection with the login of the server; its session is as server and driver make it.
   * The caller closes it.
   *
   * @param effectiveUrl made from {@link #url(DriverSettings)}
   * @throws SQLException as the driver throws it
   */
  public Connection connect(String effectiveUrl) throws SQLException {
    return isolated.connect(effectiveUrl, server.login());
  }

  /** Data source of a pool. */
  public DataSource dataSource(DriverSettings settings) {
    String effectiveUrl = url(settings);
    return new OpeningDataSource() {
      @Override
      public Connection getConnection() throws SQLException {
        return SessionSettings.settled(connect(effectiveUrl));
      }
    };
  }

  /** The URL for this driver with these settings; it never holds bmt's login. */
  public String url(DriverSettings settings) {
    return DriverUrl.of(server.url(), coordinates, settings);
  }

  private Connector connector() {
    return new Connector(server.target(), PsMode.DISABLE, 0);
  }

  /** Keeps other commands from tables that a benchmark makes and drops, until the trial ends. */
  public void own(String table) throws SQLException {
    locks.own(connector(), List.of(CommandLocks.name(table)));
  }

  /**
   * Makes tables: new ones on a server that bmt started, on others those that are missing.
   *
   * @throws TargetException when the server does not let us
   * @throws SQLException when another command must not be kept from them
   */
  public void prepare(List<Table> tables, Progress progress) throws TargetException, SQLException {
    Connector connector = connector();
    locks.use(connector, CommandLocks.names(tables));
    TablePreparer preparer = new TablePreparer(connector, progress, new StopSignal());
    if (server.ours()) {
      preparer.drop(tables);
    }
    preparer
        .prepare(tables, Runtime.getRuntime().availableProcessors())
        .warnings()
        .forEach(progress::say);
  }

  /** "MariaDB" or "MySQL". */
  public String product() {
    return server.product();
  }
}
