package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers of ours that are started again, so that their caches are cold. */
class RestartIT {
  private static final String TABLE =
      "CREATE TABLE t (a INT PRIMARY KEY, s CHAR(200) NOT NULL) AS"
          + " WITH RECURSIVE n AS (SELECT 1 a UNION ALL SELECT a + 1 FROM n WHERE a < 1000)"
          + " SELECT 1000 * (x.a - 1) + y.a AS a, REPEAT('x', 200) AS s FROM n x, n y"
          + " WHERE x.a <= 20";

  @TempDir Path temp;

  static Stream<Supplier<TargetSpec>> kinds() {
    return Stream.of(ItServers::embedded, ItServers::local);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void keepsDataAndAddressAndLosesCaches(Supplier<TargetSpec> kind) throws Exception {
    try (Server.Restartable lab = open(kind.get(), null)) {
      Queries.execute(lab.target(), TABLE);
      String url = lab.target().url();
      long pid = lab.pid().orElseThrow();
      lab.restart();
      assertThat(lab.target().url()).isEqualTo(url);
      assertThat(lab.pid().orElseThrow()).isNotEqualTo(pid);
      assertThat(ProcessHandle.of(lab.pid().orElseThrow())).get().matches(ProcessHandle::isAlive);
      assertThat(ProcessHandle.of(pid)).isEmpty();
      long cold = readsOf(lab);
      long warm = readsOf(lab);
      assertThat(cold).isGreaterThan(50);
      assertThat(warm).isLessThan(cold / 10);
      lab.restart();
      assertThat(readsOf(lab)).isGreaterThan(50);
    }
  }

  @Test
  void keptDataDoNotBeginWarm() throws Exception {
    TargetSpec spec = ItServers.embedded();
    Path data = temp.resolve("kept");
    try (Server.Restartable lab = open(spec, data)) {
      Queries.execute(lab.target(), TABLE);
      readsOf(lab);
    }
    try (Server.Restartable lab = open(spec, data)) {
      assertThat(readsOf(lab)).isGreaterThan(50);
    }
  }

  @Test
  void waitsForItsPortWhenAnotherHasItForAMoment() throws Exception {
    try (Server.Restartable lab = open(ItServers.embedded(), null)) {
      int port = Integer.parseInt(lab.target().url().replaceFirst(".*:(\\d+)/.*", "$1"));
      CompletableFuture<Boolean> taken = CompletableFuture.supplyAsync(() -> takeForAMoment(port));
      lab.restart();
      assertThat(taken.get(30, TimeUnit.SECONDS)).isTrue();
      assertThat(Queries.one(lab.target(), "SELECT @@port")).isEqualTo(Integer.toString(port));
    }
  }

  /** Takes it as soon as nobody has it, and keeps it while a server tries in vain. */
  private static boolean takeForAMoment(int port) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (System.nanoTime() < end) {
      try (ServerSocket socket =
          new ServerSocket(port, 1, InetAddress.getAllByName("127.0.0.1")[0])) {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
        return socket.isBound();
      } catch (IOException e) {
        Thread.onSpinWait();
      }
    }
    return false;
  }

  @Test
  void mayBeClosedWhileItStartsAgain() throws Exception {
    Server.Restartable lab = open(ItServers.embedded(), null);
    Path folder =
        ServerProcessesIT.folderOf(ProcessHandle.of(lab.pid().orElseThrow()).orElseThrow());
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread restarting =
        new Thread(
            () -> {
              try {
                while (true) {
                  lab.restart();
                }
              } catch (Throwable e) {
                failure.set(e);
              }
            });
    restarting.start();
    long pid = lab.pid().orElseThrow();
    while (ProcessHandle.of(pid).isPresent()) {
      Thread.onSpinWait();
    }
    lab.close();
    restarting.join(30_000);
    assertThat(restarting.isAlive()).isFalse();
    assertThat(failure.get()).isInstanceOf(TargetException.class);
    assertThat(folder).doesNotExist();
    assertThat(
            ProcessHandle.allProcesses()
                .filter(p -> p.info().commandLine().orElse("").contains(folder.toString())))
        .isEmpty();
  }

  @Test
  void somebodysServerIsNotStartedAgain() throws Exception {
    try (Server ours = open(ItServers.embedded(), null);
        Server lab =
            ItServers.open(
                new TargetSpec.External(
                    ours.target().url(), ours.target().user(), ours.target().password()))) {
      assertThat(lab).isNotInstanceOf(Server.Restartable.class);
      assertThat(Queries.one(ours.target(), "SELECT 1")).isEqualTo("1");
    }
  }

  /** Pages that had to be read from disk for a reading of all rows. */
  private static long readsOf(Server lab) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                lab.target().url(), lab.target().user(), lab.target().password().reveal());
        Statement statement = connection.createStatement()) {
      long before = reads(statement);
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(*), MAX(s) FROM t")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(20_000);
      }
      return reads(statement) - before;
    }
  }

  /** Read-ahead is not counted as reads. */
  private static long reads(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Innodb_pages_read'")) {
      row.next();
      return row.getLong(2);
    }
  }

  private static Server.Restartable open(TargetSpec spec, @Nullable Path data)
      throws TargetException {
    return (Server.Restartable)
        ServerRegistry.open(
            spec, new StartOptions(ItServers.cache(), data, List.of()), Progress.SILENT);
  }
}
