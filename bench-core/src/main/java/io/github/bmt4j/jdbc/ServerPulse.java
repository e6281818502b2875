package io.github.bmt4j.jdbc;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Watches a server for which long work waits. A statement may take hours without a sign, so the
 * server is queried every 5 s over a new connection; if at least three queries in 30 s get no
 * answer, it is given up. Used by one thread, which never waits for an answer.
 */
public final class ServerPulse {
  /** Longest time without an answer from a server. */
  public static final Duration LIMIT = Duration.ofSeconds(30);

  /** Message about a server that is given up. */
  public static final String SILENT = "the server has not answered for " + LIMIT.toSeconds() + " s";

  /** The failure of a statement whose server was given up. */
  public static final class Silent extends SQLException {
    private static final long serialVersionUID = 1L;

    public Silent() {
      super(SILENT, "08000");
    }
  }

  private static final Duration PERIOD = Duration.ofSeconds(5);

  /** Longest duration of a look: logins take long if names or passwords are looked up. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** Longest time that one failed look counts: this process may have stood still meanwhile. */
  private static final long MOST_NANOS = PERIOD.plus(ANSWER).toNanos();

  private static final int LEAST_FAILED = 3;
  private static final int FIRST_SERVER_ERROR = 1000;

  private final Connector connector;
  private final Clock clock;
  private final Executor executor;
  private final AtomicBoolean answered = new AtomicBoolean();
  private @Nullable CompletableFuture<Void> look;
  private long beganNanos;
  private long countedNanos;
  private long silentNanos;
  private int failed;

  /** Begins when a wait begins: the server has answered just now. */
  public ServerPulse(Connector connector, Clock clock) {
    this(connector, clock, look -> Daemon.start("bmt-pulse", look));
  }

  ServerPulse(Connector connector, Clock clock, Executor executor) {
    this.connector = connector;
    this.clock = clock;
    this.executor = executor;
    this.beganNanos = clock.nanoTime();
    this.countedNanos = beganNanos;
  }

  /**
   * True if the server has given no answer for 30 s. Begins a new look, without waiting for it, if
   * the last one began 5 s ago and is over.
   */
  public boolean isSilent() {
    long now = clock.nanoTime();
    if (look == null && now - beganNanos >= PERIOD.toNanos()) {
      beganNanos = now;
      // Every other look only waits for the greeting, which comes before the login.
      boolean login = failed % 2 == 0;
      look = CompletableFuture.runAsync(() -> look(login), executor);
    }
    boolean over = look != null && (look.isDone() || now - beganNanos >= ANSWER.toNanos());
    if (answered.getAndSet(false)) {
      failed = 0;
      silentNanos = 0;
      countedNanos = now;
    } else if (over) {
      failed++;
      silentNanos += Math.min(now - countedNanos, MOST_NANOS);
      countedNanos = now;
    }
    look = over ? null : look;
    return failed >= LEAST_FAILED && silentNanos >= LIMIT.toNanos();
  }

  private void look(boolean login) {
    if (login ? logsIn(connector, (int) ANSWER.toMillis()) : greets()) {
      answered.set(true);
    }
  }

  /** True if the error came from the server: refusing a connection is an answer, too. */
  public static boolean isAnswer(SQLException e) {
    return e.getErrorCode() >= FIRST_SERVER_ERROR;
  }

  /** True if a server answers a login within a limit, also by refusing it. */
  public static boolean logsIn(Connector connector, int millis) {
    try (Connection connection = connector.connect(millis)) {
      return !connection.isClosed();
    } catch (SQLException e) {
      return isAnswer(e);
    }
  }

  private boolean greets() {
    for (InetSocketAddress address : JdbcUrl.addresses(connector.url())) {
      try (Socket socket = new Socket()) {
        int millis = (int) ANSWER.toMillis();
        socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), millis);
        socket.setSoTimeout(millis);
        if (socket.getInputStream().read() >= 0) {
          return true;
        }
      } catch (IOException e) {
        // Another host may answer.
      }
    }
    return false;
  }
}
