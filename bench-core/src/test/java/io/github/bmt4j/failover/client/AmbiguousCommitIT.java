package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failover.proxy.TcpProxy;
import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Commits that are cut after sending and before the reply, both ways: either the server never gets
 * them, or its reply never comes. The client cannot tell these apart; the ledger can.
 */
@Tag("extended")
class AmbiguousCommitIT {
  private static final int CUTS = 25;

  /** A cut meets a commit by chance, and seldom where commits are fast. */
  private static final int MOST_CUTS = 10 * CUTS;

  @AutoClose private static ProbedServer server;

  @TempDir Path temp;

  @BeforeAll
  static void startServer() throws Exception {
    server = new ProbedServer();
  }

  @BeforeEach
  void emptyLedger() throws Exception {
    server.emptyLedger();
  }

  @ParameterizedTest
  @EnumSource(
      value = Direction.class,
      names = {"REQUESTS", "REPLIES"})
  void aCommitThatIsCutIsUnknownAndTheLedgerTellsWhetherItWasApplied(Direction silent)
      throws Exception {
    Target target = server.target();
    int port = URI.create("http:" + target.url().replaceFirst("[^/]*", "")).getPort();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<Operation> writes;
    try (TcpProxy proxy = TcpProxy.start()) {
      ProxyHandle handle =
          proxy.open(
              "server", new InetSocketAddress(loopback, 0), new InetSocketAddress(loopback, port));
      String url = target.url().replaceFirst("//[^/]*/", "//127.0.0.1:" + handle.port() + "/");
      ProbePlan plan = Plans.of(target).url(url).rates(1_200, 0, 0).pool(8, 5_000).plan();
      try (ClientProcess client = ClientProcess.start(plan, temp, List.of(), Clock.SYSTEM)) {
        for (int i = 0; i < CUTS || (i < MOST_CUTS && hasNoUnknown(client)); i++) {
          handle.silence(silent);
          // A commit that came through is over, however slow the server is, and its reply is here.
          server.awaitNothingAtWork();
          Thread.sleep(60);
          handle.reset();
          handle.speak();
          Thread.sleep(60);
        }
        writes =
            client.stop(Duration.ofSeconds(5)).operations().stream()
                .filter(operation -> operation.probe() == ProbeKind.WRITER)
                .toList();
      }
    }
    Set<Long> applied = new HashSet<>();
    try (Connection connection = server.connect()) {
      Plans.LEDGER.read(connection).stream().map(LedgerCopy.Row::sequence).forEach(applied::add);
    }
    List<Operation> unknown =
        writes.stream().filter(write -> write.outcome() == Outcome.UNKNOWN).toList();
    assertThat(unknown).isNotEmpty();
    assertThat(unknown).allMatch(write -> write.phase() == ErrorPhase.COMMIT);
    assertThat(unknown)
        .allMatch(write -> applied.contains(write.sequence()) == (silent == Direction.REPLIES));
    // What was promised holds: OK is there, FAILED is not.
    assertThat(writes)
        .filteredOn(Operation::ok)
        .allMatch(write -> applied.contains(write.sequence()));
    assertThat(writes)
        .filteredOn(write -> write.outcome() == Outcome.FAILED)
        .isNotEmpty()
        .noneMatch(write -> applied.contains(write.sequence()));
  }

  private static boolean hasNoUnknown(ClientProcess client) {
    return client.status().writer().counts().unknown() == 0;
  }
}
