package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The user's own servers by sysbench's options. */
public final class SysbenchServer {
  @Marked(Mark.ADDRESS)
  @Option(
      names = "--mysql-host",
      order = Section.USUAL,
      paramLabel = "<host,…>",
      hideParamSyntax = true,
      split = ",",
      description =
          "your own server as in sysbench (default localhost when another --mysql-* is given)")
  List<String> hosts = new ArrayList<>();

  @Marked(Mark.ADDRESS)
  @Option(
      names = "--mysql-port",
      paramLabel = "<port,…>",
      hideParamSyntax = true,
      split = ",",
      description = "default 3306")
  List<Integer> ports = new ArrayList<>();

  @Marked(Mark.ADDRESS)
  @Option(
      names = "--mysql-socket",
      paramLabel = "<file,…>",
      hideParamSyntax = true,
      split = ",",
      description =
          "socket file of a server on this machine; ignored if a host other than localhost is"
              + " given")
  List<String> sockets = new ArrayList<>();

  @Option(names = "--mysql-db", paramLabel = "<name>", description = "default sbtest")
  @Nullable String database;

  @Option(
      names = "--mysql-user",
      paramLabel = "<name>",
      description = "default BMT_USER, or sbtest")
  @Nullable String user;

  @Marked({Mark.HIDDEN, Mark.SECRET})
  @Option(
      names = "--mysql-password",
      paramLabel = "<password>",
      description = "better: BMT_PASSWORD")
  @Nullable String password;

  @Option(
      names = "--mysql-ssl",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "<mode>",
      description =
          "TLS with --mysql-host: off (default), on (any certificate), VERIFY_CA, VERIFY_IDENTITY")
  @Nullable String ssl;

  @Option(
      names = "--mysql-ssl-ca",
      paramLabel = "<file>",
      description =
          "certificates of the authorities that are trusted, in PEM; with it, on means VERIFY_CA,"
              + " and is the default")
  @Nullable String authorities;

  @Option(
      names = "--mysql-compression",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description = "compress the protocol (default off)")
  @Nullable Boolean compression;

  /** Returns true if one of these options names the server. */
  boolean isGiven() {
    return !hosts.isEmpty()
        || !ports.isEmpty()
        || !sockets.isEmpty()
        || Stream.of(database, user, password, ssl, authorities, compression)
            .anyMatch(Objects::nonNull);
  }

  List<String> urls() {
    boolean anyMode = ssl == null || ssl.equals("on");
    SysbenchTls tls = SysbenchTls.of(authorities != null && anyMode ? "VERIFY_CA" : ssl);
    String options =
        tls.urlOptions()
            + (authorities == null ? "" : "&serverSslCert=" + inUrl("--mysql-ssl-ca", authorities))
            + (Boolean.TRUE.equals(compression) ? "&useCompression=true" : "");
    String place = "/" + Objects.requireNonNullElse(database, "sbtest") + "?" + options;
    List<String> named = sockets.stream().filter(socket -> !socket.isBlank()).toList();
    if (!named.isEmpty() && hosts.stream().allMatch("localhost"::equals)) {
      return named.stream().map(socket -> socketUrl(socket, place)).toList();
    }
    return addresses(
            hosts.isEmpty() ? List.of("localhost") : hosts, ports.isEmpty() ? List.of(3306) : ports)
        .stream()
        .map(address -> "jdbc:mariadb://" + address + place)
        .toList();
  }

  /**
   * sysbench's way to deal connections: the next port, and after the last port the next host.
   *
   * @return {@code host:port} of each
   */
  static List<String> addresses(List<String> hosts, List<Integer> ports) {
    List<String> addresses = new ArrayList<>();
    for (String given : hosts) {
      String host = bracketed(given);
      for (int port : ports) {
        Checks.check(
            port >= 1 && port <= 65535,
            "--mysql-port",
            "=" + port + ": give a port from 1 to 65535");
        addresses.add(host + ":" + port);
      }
    }
    return addresses;
  }

  /**
   * The URL of a server that is reached through a socket file.
   *
   * @param place database and options, as they follow the host
   */
  static String socketUrl(String socket, String place) {
    return "jdbc:mariadb://localhost" + place + "&localSocket=" + inUrl("--mysql-socket", socket);
  }

  private static String inUrl(String option, String file) {
    Checks.check(
        !file.matches(".*[?&#].*") && Files.exists(Path.of(file)),
        option,
        "=" + file + ": there is no such file on this machine");
    return file;
  }

  private static String bracketed(String host) {
    int colon = host.indexOf(':');
    if (colon < 0 || host.startsWith("[")) {
      return host;
    }
    Checks.check(
        host.indexOf(':', colon + 1) > 0,
        "--mysql-host",
        "=" + host + ": give the port by --mysql-port");
    return "[" + host + "]";
  }
}
