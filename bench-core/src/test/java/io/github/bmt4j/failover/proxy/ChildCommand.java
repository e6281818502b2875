package io.github.bmt4j.failover.proxy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;

/** The program of {@link Child}. */
final class ChildCommand {
  private ChildCommand() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "own" -> {
        System.out.println(TcpProxy.start().pid());
        Thread.sleep(Long.MAX_VALUE);
      }
      case "serve" -> serve();
      case "lookUp" -> lookUp();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** Greets one client and never reads what it says. */
  private static void serve() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      System.out.println(server.getLocalPort());
      try (Socket client = server.accept()) {
        Way.send(client, "hello");
        Thread.sleep(Long.MAX_VALUE);
      }
    }
  }

  private static void lookUp() throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String name = input.readLine(); name != null; name = input.readLine()) {
      String answer;
      try {
        answer = InetAddress.getByName(name).getHostAddress();
      } catch (UnknownHostException e) {
        answer = "unknown";
      }
      System.out.println(answer);
    }
  }
}
