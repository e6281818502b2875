package io.github.bmt4j.server.container.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.SampleSeries;
import io.github.bmt4j.sampling.SampledServer;
import io.github.bmt4j.sampling.ServerProcess;
import io.github.bmt4j.sampling.ServerWatch;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.container.ServerImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** MySQL in a container. */
class ContainerServerIT {
  /** Of a figure's five digits. */
  private static final double ROUNDED = 1e-3;

  @TempDir Path folder;

  @Test
  void startsMySqlThatBenchmarksMayUseAndLeavesNothing() throws Exception {
    TargetSpec spec = ItServers.mysqlContainer();
    long before = containersOf(ProcessHandle.current());
    try (Server lab = ServerRegistry.open(spec, options("max_connections=77"), Progress.SILENT)) {
      Target target = lab.target();
      assertThat(containersOf(ProcessHandle.current())).isEqualTo(before + 1);
      assertThat(Queries.one(target, "SELECT DATABASE()")).isEqualTo("bmt");
      assertThat(Queries.one(target, "SELECT @@max_connections")).isEqualTo("77");
      Queries.execute(target, "FLUSH STATUS", "CREATE TABLE t (a INT)");
      int port = URI.create(target.url().substring("jdbc:".length())).getPort();
      if (Files.isDirectory(Path.of("/proc"))) { // Elsewhere containers run in a virtual machine.
        cpuAndMemoryAreThoseOfTheServersProcess(target, port);
      }
      assertThat(addressesThatAnswer(port)).allMatch(InetAddress::isLoopbackAddress).isNotEmpty();
      Queries.demandPasswords(target.url());
      Queries.reachNoFiles(target);
    }
    assertThat(containersOf(ProcessHandle.current())).isEqualTo(before);
  }

  /** The CPU that the system counts just before and after the first reading, and the last one. */
  private void cpuAndMemoryAreThoseOfTheServersProcess(Target target, int port) throws Exception {
    Path process = processOf(port);
    Context context = new Context(Clock.SYSTEM, Progress.SILENT, new StopSignal(), () -> {});
    PartSeries parts = new PartSeries(null, context);
    parts.into(folder);
    double before = cpuSeconds(process);
    double begun;
    double ending;
    try (ServerWatch watch =
        parts.begin("burn", List.of(SampledServer.node("container", target)))) {
      begun = cpuSeconds(process);
      Queries.one(target, "SELECT BENCHMARK(5000000, SHA2('x', 512))");
      ending = cpuSeconds(process);
      watch.loadEnded(Clock.SYSTEM.nanoTime());
    }
    double after = cpuSeconds(process);

    assertThat(ending - begun).as("the server's work").isGreaterThan(0.3);
    assertThat(SampleSeries.total(parts.series().get(0), "cpu"))
        .isBetween(ending - begun - ROUNDED, after - before + ROUNDED);
    try (Connection connection = SampledServer.node("", target).connector().connect()) {
      String pages = Files.readString(process.resolve("statm")).split(" ", -1)[1];
      assertThat((double) ServerProcess.residentBytes(connection, target, Clock.SYSTEM))
          .isCloseTo(4096 * Double.parseDouble(pages), withinPercentage(2));
    }
  }

  private static Path processOf(int port) {
    String id =
        ContainerEngine.client().listContainersCmd().exec().stream()
            .filter(
                one ->
                    Stream.of(one.getPorts())
                        .anyMatch(at -> Integer.valueOf(port).equals(at.getPublicPort())))
            .findFirst()
            .orElseThrow()
            .getId();
    long pid = ContainerEngine.client().inspectContainerCmd(id).exec().getState().getPidLong();
    return Path.of("/proc", pid + "");
  }

  /** In user and system mode, which Linux counts in hundredths of a second. */
  private static double cpuSeconds(Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"));
    String[] numbers = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(numbers[11]) + Long.parseLong(numbers[12])) / 100.0;
  }

  @Test
  void removesTheContainerOfAKilledCommand() throws Exception {
    TargetSpec spec = ItServers.mysqlContainer();
    String name = "container:" + ((TargetSpec.Container) spec).image();
    // Testcontainers' own container that removes others cannot be pulled in CI.
    List<String> prefix = List.of("env", "TESTCONTAINERS_RYUK_DISABLED=false");
    try (Child child = Child.start(prefix, List.of(name, ItServers.cache().toString()))) {
      assertThat(child.line()).isEqualTo("0");
      ContainerEngine.removeWhatWasLeft(Progress.SILENT);
      assertThat(containersOf(child.handle())).isEqualTo(1);
      Child.signal("KILL", child.handle().pid());
      child.awaitEnd();
      ContainerEngine.removeWhatWasLeft(Progress.SILENT);
      // Another test's start may be removing it at the same time.
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (containersOf(child.handle()) > 0 && System.nanoTime() < end) {
        Thread.sleep(100);
      }
      assertThat(containersOf(child.handle())).isZero();
    }
  }

  @Test
  @Timeout(60)
  void leavesNothingOfAServerThatIsClosedWhileItStarts() throws Exception {
    String image = ((TargetSpec.Container) ItServers.mysqlContainer()).image();
    ContainerServer lab =
        new ContainerServer(ServerImage.parse(image), new ServerOptions(List.of()));
    long before = containersOf(ProcessHandle.current());
    CompletableFuture<Throwable> start =
        CompletableFuture.supplyAsync(() -> catchThrowable(lab::start));
    while (containersOf(ProcessHandle.current()) == before) {
      Thread.sleep(20);
    }
    lab.close();
    assertThat(start.join()).hasMessageContaining("the command ends");
    assertThat(containersOf(ProcessHandle.current())).isEqualTo(before);
    assertThatThrownBy(lab::start).hasMessageContaining("the command ends");
  }

  @Test
  void saysInOneLineWhyAContainerEnded() {
    TargetSpec spec = ItServers.mysqlContainer();
    long before = containersOf(ProcessHandle.current());
    assertThatThrownBy(
            () -> ServerRegistry.open(spec, options("no_such_option=1"), Progress.SILENT))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("no_such_option")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    assertThat(containersOf(ProcessHandle.current())).isEqualTo(before);
  }

  @Test
  void saysInOneLineThatAnImageCannotBeHad() {
    ItServers.mysqlContainer();
    TargetSpec nowhere = new TargetSpec.Container("localhost:1/no/such/mysql:0");
    assertThatThrownBy(
            () -> ServerRegistry.open(nowhere, options("max_connections=7"), Progress.SILENT))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("cannot pull it")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  /** The addresses of this machine, of both families, at which a connection is accepted. */
  private static List<InetAddress> addressesThatAnswer(int port) throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(
            address -> {
              try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address, port), 1_000);
                return true;
              } catch (IOException e) {
                return false;
              }
            })
        .toList();
  }

  private static StartOptions options(String serverOption) {
    return new StartOptions(ItServers.cache(), null, List.of(serverOption));
  }

  /** How many containers a process owns; this one may own some that tests share. */
  private static long containersOf(ProcessHandle owner) {
    return ContainerEngine.client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of(ContainerOwner.PID, Long.toString(owner.pid())))
        .exec()
        .size();
  }
}
