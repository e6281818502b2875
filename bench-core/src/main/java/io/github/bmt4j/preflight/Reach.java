package io.github.bmt4j.preflight;

import io.github.bmt4j.clock.Clock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers of an address, without a login.
 *
 * @param ips IP addresses of the name; empty when it has none
 * @param connects times in ms of the TCP connects to addresses that answered
 * @param obstacle obstacle to one of them; {@code NONE} without one
 */
record Reach(
    InetSocketAddress address,
    List<String> ips,
    List<Double> connects,
    Obstacle obstacle,
    String words) {
  private static final int TIMEOUT_MILLIS = 3_000;

  enum Obstacle {
    NONE,
    UNKNOWN_HOST,
    REFUSED,
    TIMEOUT,
    NO_ROUTE,
    OTHER
  }

  static Reach of(InetSocketAddress address, Clock clock) {
    InetAddress[] found;
    try {
      found = InetAddress.getAllByName(address.getHostString());
    } catch (UnknownHostException e) {
      return new Reach(address, List.of(), List.of(), Obstacle.UNKNOWN_HOST, "");
    }
    List<String> ips = new ArrayList<>();
    List<Double> connects = new ArrayList<>();
    Obstacle obstacle = Obstacle.NONE;
    String words = "";
    for (InetAddress ip : found) {
      ips.add(ip.getHostAddress());
      try {
        connects.add(connect(ip, address.getPort(), clock));
      } catch (IOException e) {
        obstacle = obstacle(e);
        words = ip.getHostAddress() + ": " + e.getMessage();
      }
    }
    return new Reach(address, ips, connects, obstacle, words);
  }

  private static double connect(InetAddress ip, int port, Clock clock) throws IOException {
    try (Socket socket = new Socket()) {
      long before = clock.nanoTime();
      socket.connect(new InetSocketAddress(ip, port), TIMEOUT_MILLIS);
      return (clock.nanoTime() - before) / 1e6;
    }
  }

  private static Obstacle obstacle(IOException failure) {
    if (failure instanceof SocketTimeoutException) {
      return Obstacle.TIMEOUT;
    }
    if (failure instanceof NoRouteToHostException) {
      return Obstacle.NO_ROUTE;
    }
    return failure instanceof ConnectException ? Obstacle.REFUSED : Obstacle.OTHER;
  }
}
