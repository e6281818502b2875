package io.github.bmt4j.failover.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
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
  private static final List<HaProxy.Server> SERVERS =
      List.of(
          new HaProxy.Server("node2", "127.0.0.3:20100"),
          new HaProxy.Server("node1", "127.0.0.2:20100"));

  @Test
  void onlyTheFirstServerIsNoBackup() {
    assertThat(
            HaProxy.config(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 20100),
                SERVERS,
                Path.of("/w/haproxy-check")))
        .isEqualTo(
            """
            global
                external-check
                insecure-fork-wanted
                log stdout format raw local0 notice

            defaults
                mode tcp
                log global
                timeout connect 4s
                timeout client 30m
                timeout server 30m

            listen primary
                bind 127.0.0.1:20100
                option external-check
                external-check path '/usr/bin:/bin'
                external-check command '/w/haproxy-check'
                default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
                server node2 127.0.0.3:20100 check
                server node1 127.0.0.2:20100 check backup
            """);
  }

  @Test
  void whatIsMissingIsNamedWithItsPackage(@TempDir Path folder) throws IOException {
    missing(folder, "--via=haproxy is not installed: install the package haproxy");
    install(folder, "haproxy");
    missing(
        folder,
        "--via=haproxy asks the servers with the program mariadb or mysql: install the package"
            + " mariadb-client");
    Path client = install(folder, "mysql");
    assertThat(HaProxy.Programs.in(List.of(folder)).client()).isEqualTo(client);
  }

  private static void missing(Path folder, String words) {
    assertThatThrownBy(() -> HaProxy.Programs.in(List.of(folder)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(words);
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
            HaProxy.script(Path.of("/usr/bin/mariadb"), Path.of("/w/check.cnf"), HaProxy.READ_ONLY))
        .startsWith("#!/bin/sh\nexec </dev/null >/dev/null 2>&1\n")
        .contains(
            "'/usr/bin/mariadb' --defaults-file='/w/check.cnf' --host=\"$3\" --port=\"$4\"",
            "-Nse \"SELECT @@global.read_only\"")
        .endsWith("[ \"$said\" = 0 ]\n");
  }
}
