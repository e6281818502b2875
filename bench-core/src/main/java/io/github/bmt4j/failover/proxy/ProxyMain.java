package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import io.github.bmt4j.os.ParentJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The program of the proxy's process. It executes commands {@code <verb> <port> [<argument> …]},
 * and answers each when the change is in force.
 */
final class ProxyMain {
  private final Forwarder forwarder;
  private final Map<String, ProxyPort> ports = new HashMap<>();

  private ProxyMain(Forwarder forwarder) {
    this.forwarder = forwarder;
  }

  public static void main(String[] arguments) throws IOException {
    ParentJvm.begin();
    Forwarder forwarder = new Forwarder(Clock.SYSTEM);
    ProxyMain program = new ProxyMain(forwarder);
    Daemon.start("commands", () -> read(program));
    forwarder.run();
  }

  private static void read(ProxyMain program) {
    try {
      ParentJvm.serve(command -> program.forwarder.execute(() -> program.execute(command)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void execute(ParentJvm.Request command) {
    try {
      execute(command, command.text().split(" ", -1));
    } catch (IOException e) {
      command.fail(String.valueOf(e.getMessage()));
    }
  }

  private void execute(ParentJvm.Request command, String[] words) throws IOException {
    String values = "";
    switch (words[0]) {
      case "ready" -> {}
      case "open" -> {
        ProxyPort port = new ProxyPort(forwarder, address(words, 2), address(words, 4));
        ports.put(words[1], port);
        values = Integer.toString(port.listener.address().getPort());
      }
      case "flip" -> port(words).flip(address(words, 2));
      case "rewrite" -> port(words).rewrite(rules(words));
      case "cut" -> port(words).endAll(false);
      case "reset" -> port(words).endAll(true);
      case "silence" -> port(words).silence(Direction.valueOf(words[2]));
      case "speak" -> port(words).speak();
      case "block" -> {
        port(words).listener.block(() -> command.answer(""));
        return;
      }
      case "unblock" -> {
        port(words).listener.unblock(() -> command.answer(""));
        return;
      }
      case "refuse" -> port(words).listener.refuse();
      case "admit" -> port(words).listener.stopRefusing();
      case "delay" -> port(words).delay(Long.parseLong(words[2]), Long.parseLong(words[3]));
      case "counts" -> {
        ProxyCounts counts = port(words).counts();
        values = counts.accepted() + " " + counts.open() + " " + counts.failed();
      }
      case "close" -> {
        port(words).close();
        ports.remove(words[1]);
      }
      default -> throw new IOException("unknown command " + words[0]);
    }
    command.answer(values);
  }

  /** Pairs of a word and its replacement, each URL-encoded. */
  private static Map<Pattern, String> rules(String[] words) {
    Map<Pattern, String> rules = new LinkedHashMap<>();
    for (int i = 2; i < words.length; i += 2) {
      String word = URLDecoder.decode(words[i], StandardCharsets.UTF_8);
      rules.put(
          Pattern.compile(Pattern.quote(word), Pattern.CASE_INSENSITIVE),
          URLDecoder.decode(words[i + 1], StandardCharsets.UTF_8));
    }
    return rules;
  }

  private ProxyPort port(String[] words) throws IOException {
    ProxyPort port = ports.get(words[1]);
    if (port == null) {
      throw new IOException("it is closed");
    }
    return port;
  }

  private static InetSocketAddress address(String[] words, int at) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(words[at]), Integer.parseInt(words[at + 1]));
  }
}
