package io.github.bmt4j.cli.options;

import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Several servers of the user's: addresses, and who logs in to each. The second one and those after
 * it may have variables of their own in the environment, such as {@code BMT_PASSWORD_2}.
 */
public final class EndpointLogins {
  private EndpointLogins() {}

  /** {@code BMT_URL}, {@code BMT_URL_2} and so on, as far as there are. */
  static List<String> urls(UnaryOperator<@Nullable String> environment) {
    List<String> urls = new ArrayList<>();
    String url = environment.apply("BMT_URL");
    while (url != null) {
      urls.add(url);
      url = environment.apply("BMT_URL_" + (urls.size() + 1));
    }
    return urls;
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
            port >= 1 && port <= 65535, "--mysql-port=" + port + ": give a port from 1 to 65535");
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
    Checks.check(
        !socket.matches(".*[?&#].*") && Files.exists(Path.of(socket)),
        "--mysql-socket=" + socket + ": there is no such file on this machine");
    return "jdbc:mariadb://localhost" + place + "&localSocket=" + socket;
  }

  private static String bracketed(String host) {
    int colon = host.indexOf(':');
    if (colon < 0 || host.startsWith("[")) {
      return host;
    }
    Checks.check(
        host.indexOf(':', colon + 1) > 0,
        "--mysql-host=" + host + ": give the port by --mysql-port");
    return "[" + host + "]";
  }

  /**
   * An endpoint with the login beside its URL, user and password each for itself: its variable in
   * the environment; else what is for all.
   *
   * @param number from 1
   * @param all the endpoint with what is for all
   */
  public static TargetSpec.External endpoint(
      int number, TargetSpec.External all, UnaryOperator<@Nullable String> environment) {
    String ownUser = number == 1 ? null : environment.apply("BMT_USER_" + number);
    String ownPassword = number == 1 ? null : environment.apply("BMT_PASSWORD_" + number);
    return new TargetSpec.External(
        all.url(),
        ownUser == null ? all.user() : ownUser,
        ownPassword == null ? all.password() : Secret.of(ownPassword));
  }
}
