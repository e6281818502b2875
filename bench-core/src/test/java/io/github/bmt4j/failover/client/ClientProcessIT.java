package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.server.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client JVM on a server that works. */
@Tag("extended")
class ClientProcessIT {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

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

  @Test
  void whatItLogsIsWhatItDid() throws Exception {
    ClientLog log = run(Plans.of(server.target()).pool(5, 30_000), 2_000);

    everyWriteThatWasAcknowledgedIsInTheLedgerOnce(log);
    noArrivalIsMissing(log);
    readersSeeTheNewestRowAndItsAge(log);
    connectsOfPoolsAndConnectorsAreSeenEachWithItsProbe(log);
  }

  private static void everyWriteThatWasAcknowledgedIsInTheLedgerOnce(ClientLog log)
      throws Exception {
    List<Operation> writes = ProbedServer.of(log, ProbeKind.WRITER);
    assertThat(writes).hasSizeGreaterThan(150).allMatch(Operation::ok).allMatch(Operation::last);
    assertThat(writes).allMatch(write -> write.server().equals("1"));
    assertThat(writes).extracting(Operation::sequence).doesNotHaveDuplicates();
    assertThat(server.ledger())
        .extracting(LedgerCopy.Row::sequence)
        .containsExactlyInAnyOrderElementsOf(writes.stream().map(Operation::sequence).toList());
    assertThat(server.ledger()).allMatch(row -> row.server().equals("1") && row.attempt() == 1);
  }

  private static void noArrivalIsMissing(ClientLog log) {
    for (ProbeKind probe : ProbeKind.values()) {
      List<Operation> operations =
          ProbedServer.of(log, probe).stream()
              .sorted(Comparator.comparingLong(Operation::sequence))
              .toList();
      long periodNanos = probe == ProbeKind.CONNECTOR ? 100_000_000 : 10_000_000;
      for (int i = 0; i < operations.size(); i++) {
        assertThat(operations.get(i).sequence()).isEqualTo(i);
        assertThat(operations.get(i).intendedNanos() - operations.get(0).intendedNanos())
            .isEqualTo(i * periodNanos);
        assertThat(operations.get(i).startNanos())
            .isGreaterThanOrEqualTo(operations.get(i).intendedNanos());
      }
      assertThat(operations.size() * periodNanos).isGreaterThan(1_400_000_000L);
    }
  }

  private static void readersSeeTheNewestRowAndItsAge(ClientLog log) throws Exception {
    List<Operation> reads =
        ProbedServer.of(log, ProbeKind.READER).stream()
            .filter(read -> read.newest() != Operation.NEVER)
            .sorted(Comparator.comparingLong(Operation::endNanos))
            .toList();
    assertThat(reads).hasSizeGreaterThan(150);
    assertThat(reads).allMatch(read -> read.server().equals("1") && read.ok());
    List<LedgerCopy.Row> ledger = server.ledger();
    long newestRow = ledger.get(ledger.size() - 1).id();
    Map<Long, Long> ids =
        ledger.stream().collect(Collectors.toMap(LedgerCopy.Row::sequence, LedgerCopy.Row::id));
    Map<Long, Operation> writes = new TreeMap<>();
    for (Operation write : ProbedServer.of(log, ProbeKind.WRITER)) {
      writes.put(Objects.requireNonNull(ids.get(write.sequence())), write);
    }
    for (Operation read : reads) {
      long acknowledged =
          writes.entrySet().stream()
              .filter(write -> write.getValue().endNanos() < read.startNanos())
              .mapToLong(Map.Entry::getKey)
              .max()
              .orElse(0);
      assertThat(read.newest()).isBetween(acknowledged, newestRow);
      long intended = Objects.requireNonNull(writes.get(read.newest())).intendedNanos();
      assertThat(read.ageNanos())
          .isBetween(read.startNanos() - intended, read.endNanos() - intended);
    }
  }

  private static void connectsOfPoolsAndConnectorsAreSeenEachWithItsProbe(ClientLog log) {
    String address = address();
    assertThat(log.connects()).allMatch(Connect::connected);
    assertThat(log.connects()).allMatch(connect -> connect.address().equals(address));
    assertThat(log.connects()).allMatch(connect -> connect.endNanos() >= connect.startNanos());
    assertThat(count(log, ProbeKind.WRITER)).isEqualTo(5);
    assertThat(count(log, ProbeKind.READER)).isEqualTo(5);
    assertThat(count(log, ProbeKind.CONNECTOR))
        .isGreaterThan(ProbedServer.of(log, ProbeKind.CONNECTOR).size());
  }

  @Test
  void aPoolThatServesBothIsTheWriters() throws Exception {
    ClientLog log = run(Plans.of(server.target()).pool(5, 30_000).onePool(), 500);

    assertThat(count(log, ProbeKind.WRITER)).isEqualTo(5);
    assertThat(count(log, ProbeKind.READER)).isZero();
  }

  @Test
  void itsTimesAreOnTheParentsClock() throws Exception {
    long before = Clock.SYSTEM.nanoTime();
    ClientLog log = run(Plans.of(server.target()), 500);
    long after = Clock.SYSTEM.nanoTime();

    assertThat(log.operations())
        .allMatch(operation -> operation.startNanos() > before && operation.endNanos() < after);
    assertThat(ProbedServer.of(log, ProbeKind.READER))
        .filteredOn(read -> read.newest() != Operation.NEVER)
        .isNotEmpty()
        .allMatch(read -> read.ageNanos() > 0 && read.ageNanos() < after - before);
    assertThat(log.connects()).allMatch(connect -> connect.startNanos() > before);
  }

  @Test
  void aClientWithAnotherClockIsRefused() throws Exception {
    ProbePlan plan = Plans.of(server.target()).plan();
    assertThatThrownBy(() -> ClientProcess.start(plan, temp, List.of(), new ManualClock(0)))
        .hasMessage("the client cannot run: its clock is not that of this JVM");
  }

  @Test
  void saysHowItGetsOn() throws Exception {
    try (ClientProcess client = server.client(Plans.of(server.target()), temp)) {
      assertThat(client.isAlive()).isTrue();
      ProbedServer.await(() -> client.status().writer().counts().ok() > 20);
      ClientStatus first = client.status();
      ProbedServer.await(
          () -> client.status().writer().counts().ok() > first.writer().counts().ok() + 20);
      ClientStatus status = client.status();
      assertThat(status.atNanos()).isGreaterThan(first.atNanos());
      assertThat(status.writer().server()).isEqualTo("1");
      assertThat(status.writer().counts().failed()).isZero();
      assertThat(status.writer().counts().unknown()).isZero();
      assertThat(status.writer().lastOkEndNanos()).isLessThanOrEqualTo(status.atNanos());
      assertThat(status.connector().counts().ok()).isPositive();
      long pid = client.pid();
      client.close();
      client.close();
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }
  }

  @Tag("timing")
  @Test
  void aFrozenClientNotesThatItStoodStill() throws Exception {
    ClientProcess client = server.client(Plans.of(server.target()), temp);
    Thread.sleep(300);
    long frozen = Clock.SYSTEM.nanoTime();
    Child.signal("STOP", client.pid());
    Thread.sleep(700);
    Child.signal("CONT", client.pid());
    long thawed = Clock.SYSTEM.nanoTime();
    Thread.sleep(500);
    ClientLog log = client.stop(PATIENCE);

    Pause pause =
        log.pauses().stream()
            .filter(seen -> seen.kind() == Pause.Kind.HICCUP)
            .max(Comparator.comparingLong(seen -> seen.endNanos() - seen.startNanos()))
            .orElseThrow();
    assertThat(pause.startNanos()).isGreaterThan(frozen - 300_000_000);
    assertThat(pause.endNanos() - pause.startNanos())
        .isBetween(690_000_000L, thawed - frozen + 300_000_000);
    // What was due meanwhile was not forgotten, and waited.
    assertThat(ProbedServer.of(log, ProbeKind.WRITER))
        .filteredOn(
            write ->
                write.intendedNanos() > pause.startNanos()
                    && write.intendedNanos() < pause.startNanos() + 100_000_000)
        .hasSizeBetween(9, 11)
        .allMatch(write -> write.responseNanos() > 500_000_000);
  }

  @Test
  void theCollectorsPausesAreOnTheSameClock() throws Exception {
    long before = Clock.SYSTEM.nanoTime();
    ClientProcess client =
        server.client(Plans.of(server.target()), temp, "-Xmx24m", "-Xms24m", "-Xmn1m");
    Thread.sleep(1_500);
    ClientLog log = client.stop(PATIENCE);

    assertThat(log.pauses())
        .filteredOn(pause -> pause.kind() == Pause.Kind.GC)
        .isNotEmpty()
        .allMatch(pause -> pause.startNanos() > before)
        .allMatch(pause -> pause.endNanos() < Clock.SYSTEM.nanoTime())
        .allMatch(pause -> pause.endNanos() > pause.startNanos());
  }

  @Test
  void aClientThatDiesLeavesItsLastWords() throws Exception {
    ClientProcess client = server.client(Plans.of(server.target()), temp);
    Child.signal("KILL", client.pid());
    assertThatThrownBy(() -> client.stop(PATIENCE))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("client JVM")
        .hasMessageContaining("exit code 137");

    assertThatThrownBy(() -> server.client(Plans.of(server.target()), temp, "-XX:+NoSuchOption"))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("NoSuchOption");
  }

  @Test
  void whatCannotRunSaysWhyAndLeavesNothing() throws Exception {
    server.execute(Plans.LEDGER.dropSql());
    assertThatThrownBy(() -> server.client(Plans.of(server.target()), temp))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("bmt_ledger");
    assertThat(ProcessHandle.current().children().filter(this::isClient)).isEmpty();
  }

  @Test
  void connectorsHaveAJvmOfTheirOwnAndWriteTheSameLog() throws Exception {
    ProbePlan plan = Plans.of(server.target()).rates(50, 50, 50).plan();
    try (Client client = ClientProcesses.start(plan, temp, List.of(), Clock.SYSTEM)) {
      assertThat(ProcessHandle.current().children().filter(this::isClient)).hasSize(2);
      ProbedServer.await(
          () ->
              client.status().writer().counts().ok() > 20
                  && client.status().reader().counts().ok() > 20
                  && client.status().connector().counts().ok() > 20);
      ClientLog log = client.stop(PATIENCE);
      for (ProbeKind kind : ProbeKind.values()) {
        List<Operation> operations = ProbedServer.of(log, kind);
        assertThat(operations).hasSizeGreaterThan(20);
        assertThat(operations).extracting(Operation::sequence).doesNotHaveDuplicates();
        // A connector opens one for each operation; a pool opens its own once.
        assertThat(count(log, kind) >= operations.size()).isEqualTo(kind == ProbeKind.CONNECTOR);
      }
    }
    assertThat(ProcessHandle.current().children().filter(this::isClient)).isEmpty();
  }

  @Test
  void anEndOfTheConnectorsEndsTheClient() throws Exception {
    ProbePlan plan = Plans.of(server.target()).rates(50, 0, 50).plan();
    try (Client client = ClientProcesses.start(plan, temp, List.of(), Clock.SYSTEM)) {
      assertThat(client.isAlive()).isTrue();
      ProcessHandle connectors =
          ProcessHandle.current()
              .children()
              .filter(child -> commandLine(child).contains("/connectors/"))
              .findFirst()
              .orElseThrow();
      Child.signal("KILL", connectors.pid());
      ProbedServer.await(() -> !client.isAlive());
      assertThatThrownBy(() -> client.stop(PATIENCE))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("exit code 137");
    }
    assertThat(ProcessHandle.current().children().filter(this::isClient)).isEmpty();
  }

  private boolean isClient(ProcessHandle process) {
    return commandLine(process).contains(temp.toString());
  }

  /** The whole of it: {@code ProcessHandle} has none of a long one. */
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void nobodyCanReadThePasswordOffTheCommandLineOrTheFiles() throws Exception {
    String password = server.target().password().reveal();
    try (ClientProcess client = server.client(Plans.of(server.target()), temp)) {
      Path proc = Path.of("/proc", Long.toString(client.pid()));
      if (Files.isReadable(proc.resolve("cmdline"))) {
        assertThat(Files.readString(proc.resolve("cmdline"))).doesNotContain(password);
        assertThat(Files.readString(proc.resolve("environ"))).doesNotContain(password);
      }
      client.stop(PATIENCE);
      assertThat(Files.readString(temp.resolve("client.err"))).doesNotContain(password);
    }
  }

  private ClientLog run(Plans plans, long millis) throws Exception {
    ClientProcess client = server.client(plans, temp);
    Thread.sleep(millis);
    ClientLog log = client.stop(PATIENCE);
    assertThat(log.operations()).allMatch(operation -> operation.outcome() == Outcome.OK);
    return log;
  }

  private static long count(ClientLog log, ProbeKind probe) {
    return log.connects().stream().filter(connect -> connect.probe() == probe).count();
  }

  private static String address() {
    return server.target().url().replaceAll("^.*//([^/]*)/.*$", "$1");
  }
}
