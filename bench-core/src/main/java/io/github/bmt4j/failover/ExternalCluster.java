package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.clock.Failure;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.fault.Timeline;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The user's cluster. Only the user's trigger changes its servers, and bmt writes only to two
 * tables of its own in the URL's database.
 */
final class ExternalCluster implements TestCluster {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration REPLICATION_PATIENCE = Duration.ofSeconds(30);
  private static final Duration TURN = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int LOOK_MILLIS = 1_000;
  private static final int DROP_MILLIS = 5_000;
  private static final String AURORA = "@@aurora_server_id";
  private static final String OTHERS = "CONCAT(@@server_id, '@', @@hostname, ':', @@port)";

  private final FailoverOrder order;
  private final FailoverOrder.Outside outside;
  private final TargetSpec.External cluster;
  private final Ledger ledger;
  private final ObserverTable observed;
  private final Path folder;
  private final Clock clock;
  private final Progress progress;
  private String identity = OTHERS;
  private String primary = "";
  private @Nullable String finalUrl;
  private boolean tables;
  private String made = "";

  /**
   * @param id of the run: bmt's tables have it in their names
   * @param folder for what the trigger says
   */
  ExternalCluster(
      FailoverOrder order,
      TargetSpec.External cluster,
      String id,
      Path folder,
      Clock clock,
      Progress progress) {
    this.order = order;
    this.outside = Objects.requireNonNull(order.outside());
    this.cluster = cluster;
    this.ledger = new Ledger("bmt_ledger_" + id);
    this.observed = new ObserverTable("bmt_observer_" + id);
    this.folder = folder;
    this.clock = clock;
    this.progress = progress;
  }

  @Override
  public String description() {
    return JdbcUrl.redacted(cluster.url());
  }

  @Override
  public void ready(BooleanSupplier stopped) throws TargetException {
    long patience = clock.nanoTime() + PATIENCE.toNanos();
    while (true) {
      boolean connected = false;
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        connected = true;
        identity = identity(statement);
        makeTables(statement);
        primary = writer(connection, statement);
        break;
      } catch (SQLException e) {
        // Until the first repetition the user waits at the terminal: say at once what is wrong.
        if (primary.isEmpty() || clock.nanoTime() > patience || stopped.getAsBoolean()) {
          throw new TargetException(problem(cluster.url(), connected, e), e);
        }
        clock.sleepUntil(clock.nanoTime() + TURN.toNanos(), stopped);
      }
    }
    awaitReplicated(stopped);
  }

  /**
   * Waits until every node that answers has these tables: with a primary that lacks them, or has
   * those of the repetition before, no figure would be that of the application.
   */
  private void awaitReplicated(BooleanSupplier stopped) {
    long patience = clock.nanoTime() + REPLICATION_PATIENCE.toNanos();
    for (String node : nodes()) {
      while (lacksTables(node) && !stopped.getAsBoolean()) {
        if (clock.nanoTime() > patience) {
          progress.say(
              words(
                  "%s has not received bmt's tables within %d s: is it replicating?",
                  node, REPLICATION_PATIENCE.toSeconds()));
          break;
        }
        clock.sleepUntil(clock.nanoTime() + POLL.toNanos(), stopped);
      }
    }
  }

  private boolean lacksTables(String node) {
    try (Connection connection = connection(ExternalNodes.url(cluster.url(), node), READ_MILLIS)) {
      return Sql.text(connection, observed.countSql(made)).equals("0");
    } catch (SQLException e) {
      return e.getErrorCode() == Failure.NO_SUCH_TABLE;
    }
  }

  /** Why a server cannot be used: it is away, it does not answer, or it lacks rights. */
  static String problem(String url, boolean connected, SQLException failure) {
    String what =
        "cannot create bmt's tables in the database of %s (CREATE, DROP, INSERT, UPDATE and SELECT on it are needed): %s";
    if (!connected) {
      what = "cannot connect to %s: %s";
    } else if (Failure.of(failure, ErrorPhase.STATEMENT).connectionLost()) {
      what = "%s took the connection and does not answer: %s";
    }
    String message = String.valueOf(failure.getMessage());
    return words(what, JdbcUrl.redacted(url), JdbcUrl.redacted(message));
  }

  /** Who takes a write; asked in its transaction, so that a proxy cannot send it elsewhere. */
  private String writer(Connection connection, Statement statement) throws SQLException {
    connection.setAutoCommit(false);
    try {
      statement.executeUpdate(observed.writeSql());
      return Sql.text(statement.getConnection(), "SELECT " + identity);
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private void makeTables(Statement statement) throws SQLException {
    dropTables(statement);
    tables = true;
    statement.execute(ledger.createSql());
    made = "made " + clock.now();
    List<String> rows = new ArrayList<>(nodes());
    rows.add(made);
    observed.create(statement, rows);
  }

  private void dropTables(Statement statement) throws SQLException {
    statement.execute(ledger.dropSql());
    statement.execute(observed.dropSql());
  }

  private static String identity(Statement statement) throws SQLException {
    return Sql.pairs(statement.getConnection(), "SHOW VARIABLES LIKE 'aurora_server_id'").isEmpty()
        ? OTHERS
        : AURORA;
  }

  @Override
  public ProbePlan plan() {
    String url = cluster.url();
    return order
        .client()
        .probes(
            new ClientPlan.Urls(url, Objects.requireNonNullElse(outside.readUrl(), url), url),
            cluster.user(),
            cluster.password(),
            ledger,
            identity);
  }

  @Override
  public List<String> javaOptions() {
    return List.of();
  }

  /** The nodes that the user names; else those of a URL with several. */
  private List<String> nodes() {
    if (!outside.nodes().isEmpty()) {
      return outside.nodes().stream().map(ExternalNodes::withPort).distinct().toList();
    }
    List<String> hosts = ExternalNodes.hosts(cluster.url());
    return hosts.size() > 1 ? hosts : List.of();
  }

  @Override
  public List<NodeObserver.Site> sites() {
    List<NodeObserver.Site> sites = new ArrayList<>();
    for (String node : nodes()) {
      String url = ExternalNodes.url(cluster.url(), node);
      sites.add(
          new NodeObserver.Site(
              node, () -> connection(url, LOOK_MILLIS), identity, observed.writeSql(node)));
    }
    return sites;
  }

  @Override
  public Connection connect(int answerMillis) throws SQLException {
    return connection(cluster.url(), READ_MILLIS, answerMillis);
  }

  @Override
  public Connection connectToFinalPrimary(int answerMillis) throws SQLException {
    if (finalUrl == null) {
      throw new SQLException("no server that takes writes was found at the end");
    }
    return connection(finalUrl, READ_MILLIS, answerMillis);
  }

  @Override
  public Target target() {
    return new Target(description(), cluster.url(), cluster.user(), cluster.password(), false);
  }

  @Override
  public String primary() {
    return primary;
  }

  @Override
  public Intervention intervention() {
    return new Trigger();
  }

  /** The user's command, or a change that is made by hand. */
  private final class Trigger implements Intervention {
    @Override
    public boolean isOutside() {
      return true;
    }

    @Override
    public boolean isUnannounced() {
      return outside.manual();
    }

    @Override
    public Duration patience() {
      return outside.triggerPatience();
    }

    @Override
    public long announce(Timeline timeline) {
      return timeline.note(Kind.FAULT, primary, "fault");
    }

    @Override
    public void inject(Timeline timeline, BooleanSupplier stopped) throws TargetException {
      if (!outside.manual()) {
        new TriggerCommand(outside.trigger(), folder.resolve("trigger.log"))
            .run(outside.triggerPatience(), stopped);
        timeline.note(Kind.TRIGGERED, "", "the trigger has ended");
      }
    }
  }

  @Override
  public Aftermath settle(String writer, BooleanSupplier stopped) throws TargetException {
    long patience = clock.nanoTime() + PATIENCE.toNanos();
    boolean said = false;
    while (true) {
      Map<String, LedgerCopy> copies = new LinkedHashMap<>();
      Map<String, String> writable = new LinkedHashMap<>();
      for (String node : nodes()) {
        read(ExternalNodes.url(cluster.url(), node), copies, writable);
      }
      // The URL may lead to an old primary that takes writes again, or to one that is dead.
      boolean asked =
          writable.containsKey(writer)
              || (!copies.isEmpty() && nodes().containsAll(ExternalNodes.hosts(cluster.url())));
      SQLException failure = asked ? null : read(cluster.url(), copies, writable);
      if (failure == null || !writable.isEmpty()) {
        List<String> servers = List.copyOf(writable.keySet());
        String last = servers.isEmpty() ? null : servers.get(servers.size() - 1);
        String now = servers.contains(writer) ? writer : last;
        finalUrl = now == null ? null : writable.get(now);
        return new Aftermath(now, List.copyOf(copies.values()), servers);
      }
      if (clock.nanoTime() > patience
          || stopped.getAsBoolean()
          || failure.getErrorCode() == Failure.NO_SUCH_TABLE) {
        finalUrl = null;
        throw new TargetException("cannot read the ledger: " + failure.getMessage(), failure);
      }
      if (!said) {
        progress.say(
            words("The ledger cannot be read yet: trying for up to %d s", PATIENCE.toSeconds()));
        said = true;
      }
      clock.sleepUntil(clock.nanoTime() + TURN.toNanos(), stopped);
    }
  }

  /**
   * Reads a server's ledger, once, and notes a server that takes writes as the last one. All in one
   * transaction that begins with a write: a proxy that splits reads from writes must not send the
   * questions to several servers.
   *
   * @return why it could not be read, such as that the node is away; absent when it was
   */
  private @Nullable SQLException read(
      String url, Map<String, LedgerCopy> copies, Map<String, String> writable) {
    try (Connection connection = connection(url, READ_MILLIS);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      boolean writes = takesWrites(statement);
      String server = Sql.text(connection, "SELECT " + identity);
      if (!copies.containsKey(server)) {
        copies.put(server, new LedgerCopy(server, ledger.read(connection)));
      }
      connection.rollback();
      writable.remove(server);
      if (writes) {
        writable.put(server, url);
      }
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  private boolean takesWrites(Statement statement) throws SQLException {
    try {
      statement.executeUpdate(observed.writeSql());
      return Sql.text(
              statement.getConnection(),
              "SELECT CONCAT(@@global.read_only + 0, @@innodb_read_only + 0)")
          .equals("00");
    } catch (SQLException e) {
      if (Failure.saysReadOnly(e.getErrorCode())) {
        return false;
      }
      throw e;
    }
  }

  private Connection connection(String url, int timeoutMillis) throws SQLException {
    return connection(url, timeoutMillis, timeoutMillis);
  }

  private Connection connection(String url, int connectMillis, int answerMillis)
      throws SQLException {
    String limited = JdbcUrl.replaced(url, "connectTimeout", Integer.toString(connectMillis));
    limited = JdbcUrl.replaced(limited, "socketTimeout", Integer.toString(answerMillis));
    return DriverManager.getConnection(
        limited, JdbcUrl.loginBeside(url, cluster.user(), cluster.password()));
  }

  /** Drops bmt's tables at the first server that takes that; says so when none does. */
  @Override
  public void close() {
    if (!tables) {
      return;
    }
    List<String> urls = new ArrayList<>();
    urls.add(Objects.requireNonNullElse(finalUrl, cluster.url()));
    nodes().forEach(node -> urls.add(ExternalNodes.url(cluster.url(), node)));
    urls.add(cluster.url());
    for (String url : urls) {
      try (Connection connection = connection(url, DROP_MILLIS);
          Statement statement = connection.createStatement()) {
        dropTables(statement);
        return;
      } catch (SQLException e) {
        // The next one may take it.
      }
    }
    progress.say(
        words(
            "Could not drop bmt's tables; drop them with: %s; %s",
            ledger.dropSql(), observed.dropSql()));
  }
}
