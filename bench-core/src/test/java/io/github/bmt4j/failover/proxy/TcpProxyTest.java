package io.github.bmt4j.failover.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import io.github.bmt4j.failure.TargetException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The forwarder's process: its life, its limits, and what it leaves. */
@EnabledOnOs(OS.LINUX)
class TcpProxyTest {
  private static final int MANY = 2_000;
  private static final int STARTS = 5;

  /** Both ends of each connection are ours, and the test has a few files open besides. */
  private static final long DESCRIPTORS_FOR_MANY = 2 * MANY + 500;

  @Test
  void endsWithItsOwnerThoughThatIsKilled() throws Exception {
    try (Child owner = new Child(List.of(), "own")) {
      ProcessHandle tcpProxy = ProcessHandle.of(Long.parseLong(owner.line())).orElseThrow();
      assertThat(tcpProxy.isAlive()).isTrue();
      Child.signal("KILL", owner.process.pid());
      assertThat(Child.ends(tcpProxy)).isTrue();
    }
  }

  @Test
  void isInASessionOfItsOwn() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "no setsid command");
    try (TcpProxy tcpProxy = TcpProxy.start()) {
      // pid (program) state parent group session
      String[] words =
          Files.readString(Path.of("/proc/" + tcpProxy.pid() + "/stat")).split(" ", -1);
      assertThat(words[5]).isEqualTo(Long.toString(tcpProxy.pid()));
    }
  }

  @Test
  void knowsNothingOfItsOwnersSecrets() throws Exception {
    try (Child owner = new Child(List.of(), "own")) {
      long tcpProxy = Long.parseLong(owner.line());
      assertThat(environment(owner.process.pid())).contains("BMT_PASSWORD");
      assertThat(environment(tcpProxy)).contains("PATH=").doesNotContain("BMT_");
    }
  }

  @Test
  void leavesNoProcessNoThreadAndNoDescriptorWhenClosed() throws Exception {
    TcpProxy.start().close();
    long before = descriptors(ProcessHandle.current().pid());
    for (int i = 0; i < STARTS; i++) {
      TcpProxy tcpProxy = TcpProxy.start();
      ProcessHandle process = ProcessHandle.of(tcpProxy.pid()).orElseThrow();
      tcpProxy.close();
      tcpProxy.close();
      assertThat(process.isAlive()).isFalse();
    }
    // One left behind by each would be more than this; the JVM itself may open a file meanwhile.
    assertThat(descriptors(ProcessHandle.current().pid())).isLessThan(before + STARTS);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("the proxy's process");
  }

  @Test
  void fiveHundredPortsAndConnectionsLeaveNeitherThreadsNorDescriptors() throws Exception {
    try (TcpProxy tcpProxy = TcpProxy.start()) {
      cycle(tcpProxy, 20);
      long descriptors = descriptors(tcpProxy.pid());
      long threads = count("/proc/" + tcpProxy.pid() + "/task");
      cycle(tcpProxy, 500);
      // One left behind by each cycle would be 500; the JVM itself may open a file meanwhile.
      assertThat(descriptors(tcpProxy.pid())).isLessThan(descriptors + 20);
      // Threads of the JVM itself may come and go.
      assertThat(count("/proc/" + tcpProxy.pid() + "/task")).isLessThan(threads + 5);
    }
  }

  @Test
  void saysSoWhenItsProcessIsDead() throws Exception {
    try (TcpProxy tcpProxy = TcpProxy.start()) {
      ProxyHandle proxy = tcpProxy.open("late", Way.loopback(0), Way.loopback(1));
      ProcessHandle process = ProcessHandle.of(tcpProxy.pid()).orElseThrow();
      Child.signal("KILL", tcpProxy.pid());
      Child.ends(process);
      assertThatThrownBy(() -> proxy.silence(Direction.BOTH))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("proxy late: the proxy's process has ended");
    }
  }

  @Test
  void saysSoWhenItDoesNotAnswer() throws Exception {
    try (TcpProxy tcpProxy = TcpProxy.start()) {
      ProxyHandle proxy = tcpProxy.open("slow", Way.loopback(0), Way.loopback(1));
      freeze(tcpProxy.pid());
      try {
        assertThatThrownBy(() -> proxy.silence(Direction.BOTH))
            .isInstanceOf(TargetException.class)
            .hasMessageContaining("does not answer within 5 s");
      } finally {
        Child.signal("CONT", tcpProxy.pid());
      }
      assertThat(proxy.counts()).isEqualTo(new ProxyCounts(0, 0, 0));
    }
  }

  @Test
  void aKilledServerLooksLikeAKilledServer() throws Exception {
    try (TcpProxy tcpProxy = TcpProxy.start();
        Child server = new Child(List.of(), "serve")) {
      ProxyHandle proxy =
          tcpProxy.open("node1", Way.loopback(0), Way.loopback(Integer.parseInt(server.line())));
      try (Socket client = new Socket(proxy.host(), proxy.port())) {
        client.setSoTimeout(Way.PATIENCE_MILLIS);
        Way.expect(client, "hello");
        Way.send(client, "never read");
        TimeUnit.MILLISECONDS.sleep(50);
        Child.signal("KILL", server.process.pid());
        ProxyHandleTest.assertReset(client);
      }
      ProxyHandleTest.assertConnectIsReset(proxy);
    }
  }

  @Test
  void carriesTwoThousandConnectionsAndResetsThemAll() throws Exception {
    assumeTrue(
        mostDescriptors() >= DESCRIPTORS_FOR_MANY, "too few descriptors for 2,000 connections");
    List<Way.Ends> all = new ArrayList<>();
    try (TcpProxy tcpProxy = TcpProxy.start();
        Way way = new Way(tcpProxy)) {
      for (int i = 0; i < MANY; i++) {
        all.add(way.connect());
      }
      // All at once, and each its own bytes.
      for (int i = 0; i < MANY; i++) {
        Way.send(all.get(i).client(), "request " + i);
        Way.send(all.get(i).server(), "reply " + i);
      }
      for (int i = 0; i < MANY; i++) {
        Way.expect(all.get(i).server(), "request " + i);
        Way.expect(all.get(i).client(), "reply " + i);
      }
      assertThat(way.proxyHandle.counts()).isEqualTo(new ProxyCounts(MANY, MANY, 0));
      way.proxyHandle.reset();
      assertThat(way.proxyHandle.counts()).isEqualTo(new ProxyCounts(MANY, 0, 0));
      for (Way.Ends ends : all) {
        assertThatThrownBy(() -> ends.client().getInputStream().read())
            .isInstanceOf(SocketException.class);
      }
    }
  }

  private static void cycle(TcpProxy tcpProxy, int times) throws IOException, TargetException {
    try (ServerSocket target = Way.listener()) {
      for (int i = 0; i < times; i++) {
        try (ProxyHandle proxy = tcpProxy.open("cycle", Way.loopback(0), Way.addressOf(target));
            Socket client = new Socket(proxy.host(), proxy.port());
            Socket server = target.accept()) {
          new Way.Ends(client, server).pingPong();
          if (i % 10 == 0) {
            proxy.refuse(true);
            proxy.blockConnects(true);
            proxy.blockConnects(false);
          }
        }
      }
    }
  }

  /** A signal is on its way when it has been sent: this waits until every thread has stopped. */
  private static void freeze(long pid) throws Exception {
    Child.signal("STOP", pid);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!isStopped(pid)) {
      assertThat(System.nanoTime()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private static boolean isStopped(long pid) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads.toList()) {
        // pid (program) state ...: a program's name may have spaces in it.
        String line = Files.readString(thread.resolve("stat"));
        if (line.charAt(line.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    }
  }

  private static String environment(long pid) throws IOException {
    return Files.readString(Path.of("/proc/" + pid + "/environ"));
  }

  private static long mostDescriptors() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
      if (line.startsWith("Max open files")) {
        return Long.parseLong(line.split(" +", -1)[3].replace("unlimited", "1000000"));
      }
    }
    return 0;
  }

  private static long descriptors(long pid) throws IOException {
    return count("/proc/" + pid + "/fd");
  }

  private static long count(String folder) throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(folder))) {
      return entries.count();
    }
  }
}
