package io.github.bmt4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.HaProxyListen.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code HaProxyIT} has it before servers. */
class HaProxyTest {
  private static final String GLOBAL =
      """
      global
          external-check
          insecure-fork-wanted
          log stdout format raw local0 notice

      defaults
          mode tcp
          log global
          option log-health-checks
          timeout connect 4s
          timeout client 30m
          timeout server 30m
      """;

  private static final Node FIRST = new Node("node1", "127.0.0.2", 20100, 1);

  private static final List<Server> SERVERS =
      List.of(new Server("node2", "127.0.0.3:20100"), new Server("node1", "127.0.0.2:20100"));

  @Test
  void ofWritersOnlyTheFirstServerIsNoBackup() {
    HaProxyListen writers = new HaProxyListen("primary", local(20100), SERVERS, "SELECT 0", false);
    assertThat(HaProxy.config(List.of(writers), Path.of("/w")))
        .isEqualTo(
            GLOBAL
                + """

                listen primary
                    bind 127.0.0.1:20100
                    option external-check
                    external-check path '/usr/bin:/bin'
                    external-check command '/w/haproxy-check-primary'
                    default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
                    server node2 127.0.0.3:20100 check
                    server node1 127.0.0.2:20100 check backup
                """);
  }

  @Test
  void readersShareAllServersAndANodeOfALoadIsNotChecked() {
    HaProxyListen readers = new HaProxyListen("replicas", local(20101), SERVERS, "SELECT 0", true);
    assertThat(HaProxy.config(List.of(readers, HaProxyListen.before(FIRST)), Path.of("/w")))
        .isEqualTo(
            GLOBAL
                + """

                listen replicas
                    bind 127.0.0.1:20101
                    balance leastconn
                    option external-check
                    external-check path '/usr/bin:/bin'
                    external-check command '/w/haproxy-check-replicas'
                    default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
                    server node2 127.0.0.3:20100 check
                    server node1 127.0.0.2:20100 check

                listen node1
                    bind 127.0.1.2:20100
                    server node1 127.0.0.2:20100
                """);
    assertThat(HaProxyListen.before(FIRST).url("jdbc:mariadb://127.0.0.2:20100/bmt?a=//b/"))
        .isEqualTo("jdbc:mariadb://127.0.1.2:20100/bmt?a=//b/");
  }

  private static InetSocketAddress local(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void whatIsMissingIsNamedWithItsPackage(@TempDir Path folder) throws IOException {
    List<Path> folders = List.of(folder);
    assertThatThrownBy(() -> HaProxy.program(folders))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--via=haproxy is not installed: install the package haproxy");
    assertThat(install(folder, "haproxy")).isEqualTo(HaProxy.program(folders));
    assertThatThrownBy(() -> HaProxy.client(folders))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--via=haproxy asks the servers with the program mariadb or mysql: install the package"
                + " mariadb-client");
    assertThat(install(folder, "mysql")).isEqualTo(HaProxy.client(folders));
  }

  private static Path install(Path folder, String name) throws IOException {
    Path program = Files.createFile(folder.resolve(name));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  /** The password is in a file, and no word of a command. */
  @Test
  void theCheckNamesTheFileOfItsLogin() {
    assertThat(
            HaProxy.script(
                Path.of("/usr/bin/mariadb"), Path.of("/w/check.cnf"), "SELECT @@global.read_only"))
        .startsWith("#!/bin/sh\nexec </dev/null >/dev/null 2>&1\n")
        .contains(
            "'/usr/bin/mariadb' --defaults-file='/w/check.cnf' --host=\"$3\" --port=\"$4\"",
            "-Nse \"SELECT @@global.read_only\"")
        .endsWith("[ \"$said\" = 0 ]\n");
  }
}
