package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The server to which an address leads, or servers, as several connections find them. */
final class AddressChecks {
  private static final String SUBJECT = "address";

  /** Connections that are open at once. */
  private static final int LOOKS = 5;

  private static final String VARIABLES =
      """
      SHOW GLOBAL VARIABLES WHERE Variable_name IN ('hostname', 'port', 'server_id', 'version_comment')
      """;

  private static final String PEER =
      "SELECT HOST FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()";

  /** Version comments of programs that answer in the place of a server. */
  private static final Pattern PROXY = Pattern.compile("(?i)proxy|maxscale|router|vitess");

  private AddressChecks() {}

  /**
   * A server, as one connection found it.
   *
   * @param server its name for people, which differs between servers
   * @param port where it listens, by its own answer
   * @param comment its version comment
   * @param straight false if the client that it sees is no socket of this machine to the URL's
   *     address; true also where that is not known
   */
  record Answer(String server, String port, String comment, long connectionId, boolean straight) {}

  /**
   * Connects several times, beside an open connection; as often as the server allows it.
   *
   * @param addresses of the URL; empty if nothing is to be said about the way to them
   */
  static CheckFinding look(
      Connector connector, Connection open, List<InetSocketAddress> addresses, int timeoutMillis)
      throws SQLException {
    List<Answer> answers = new ArrayList<>(List.of(ask(open, addresses)));
    List<Connection> more = new ArrayList<>();
    try {
      while (answers.size() < LOOKS) {
        more.add(connector.connect(timeoutMillis));
        answers.add(ask(more.get(more.size() - 1), addresses));
      }
    } catch (SQLException e) {
      // The limits of connections are examined elsewhere.
    } finally {
      more.forEach(Connector::closeQuietly);
    }
    return check(
        answers,
        addresses.stream()
            .map(address -> Integer.toString(address.getPort()))
            .collect(Collectors.toSet()));
  }

  private static Answer ask(Connection connection, List<InetSocketAddress> addresses)
      throws SQLException {
    Map<String, String> variables = Sql.pairs(connection, VARIABLES);
    String port = variables.getOrDefault("port", "");
    return new Answer(
        words(
            "%s:%s (server_id %s)",
            variables.getOrDefault("hostname", ""), port, variables.getOrDefault("server_id", "")),
        port,
        variables.getOrDefault("version_comment", ""),
        Sql.number(connection, "SELECT CONNECTION_ID()"),
        addresses.isEmpty() || isStraight(Sql.text(connection, PEER), addresses));
  }

  /** As Linux lists the sockets of this machine. */
  private static boolean isStraight(String peer, List<InetSocketAddress> addresses) {
    Matcher port = Pattern.compile(":(\\d+)$").matcher(peer);
    if (!port.find()) {
      return true;
    }
    String local = words(":%04X", Integer.parseInt(port.group(1)));
    try {
      List<String> remotes = new ArrayList<>();
      for (InetSocketAddress address : addresses) {
        for (InetAddress one : InetAddress.getAllByName(address.getHostString())) {
          remotes.add(words("%s:%04X", hex(one.getAddress()), address.getPort()));
        }
      }
      return Stream.of("/proc/self/net/tcp", "/proc/self/net/tcp6")
          .flatMap(AddressChecks::sockets)
          .map(line -> line.strip().split("\\s+"))
          .anyMatch(
              socket ->
                  socket[1].endsWith(local) && remotes.stream().anyMatch(socket[2]::endsWith));
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  private static Stream<String> sockets(String file) {
    try {
      return Files.readAllLines(Path.of(file)).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Words of four bytes, each with its last byte first. */
  private static String hex(byte[] address) {
    return IntStream.range(0, address.length)
        .mapToObj(i -> words("%02X", address[i - i % 4 + 3 - i % 4]))
        .collect(Collectors.joining());
  }

  /** The finding about connections in the order in which they were opened. */
  static CheckFinding check(List<Answer> answers, Set<String> ports) {
    Set<String> servers = answers.stream().map(Answer::server).collect(Collectors.toSet());
    if (servers.size() > 1) {
      return CheckFinding.warning(
          SUBJECT,
          words(
              "%d connections reached %d servers: %s",
              answers.size(),
              servers.size(),
              servers.stream().sorted().collect(Collectors.joining(", "))),
          "figures mix them, and what is said of the server is true of one",
          "give each server's own address to --url; to failover and watch also with --node");
    }
    Answer first = answers.get(0);
    List<String> signs = new ArrayList<>();
    if (PROXY.matcher(first.comment()).find()) {
      signs.add("it calls itself " + first.comment());
    }
    if (!ports.isEmpty() && !ports.contains(first.port())) {
      signs.add("the server's own port is another");
    }
    if (!answers.stream().allMatch(Answer::straight)) {
      signs.add("the client that the server sees is not this one");
    }
    if (IntStream.range(1, answers.size())
        .anyMatch(i -> answers.get(i).connectionId() <= answers.get(i - 1).connectionId())) {
      signs.add("connection ids are not from one sequence");
    }
    return CheckFinding.ok(
            SUBJECT,
            words(
                "leads to %s%s",
                first.server(),
                signs.isEmpty()
                    ? ""
                    : " through a proxy, NAT or a forwarded port: " + String.join("; ", signs)))
        .noteIf(
            !signs.isEmpty(),
            "times include what it adds, and it may lead to another server later",
            "measure the server's own address, too; name all servers to failover and watch with"
                + " --node");
  }
}
