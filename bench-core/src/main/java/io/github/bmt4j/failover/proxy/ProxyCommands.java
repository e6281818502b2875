package io.github.bmt4j.failover.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The commands of the forwarder's process: {@code <number> <verb> <gate> [<argument> …]}, answered
 * by {@code <number> ok [<value> …]} when the change is in force, or {@code <number> failed <why>}.
 */
final class ProxyCommands {
  private final Forwarder forwarder;
  private final Consumer<String> answers;
  private final Map<String, ProxyPort> ports = new HashMap<>();

  ProxyCommands(Forwarder forwarder, Consumer<String> answers) {
    this.forwarder = forwarder;
    this.answers = answers;
  }

  /** Executes a line. In the forwarder's thread. */
  void execute(String line) {
    String[] words = line.split(" ", -1);
    String number = words[0];
    try {
      if (words[1].equals("open")) {
        answer(number, open(words));
      } else {
        execute(number, words, port(words[2]));
      }
    } catch (IOException e) {
      answers.accept(number + " failed " + e.getMessage());
    }
  }

  private void execute(String number, String[] words, ProxyPort port) throws IOException {
    switch (words[1]) {
      case "flip" -> port.flip(address(words, 3));
      case "cut" -> port.endAll(false);
      case "reset" -> port.endAll(true);
      case "silence" -> port.silence(Direction.valueOf(words[3]));
      case "speak" -> port.speak();
      case "block" -> {
        port.listener().block(() -> answer(number, ""));
        return;
      }
      case "unblock" -> {
        port.listener().unblock(() -> answer(number, ""));
        return;
      }
      case "refuse" -> port.listener().refuse();
      case "admit" -> port.listener().stopRefusing();
      case "delay" -> port.delay(Long.parseLong(words[3]), Long.parseLong(words[4]));
      case "counts" -> {
        ProxyCounts counts = port.counts();
        answer(number, counts.accepted() + " " + counts.open() + " " + counts.failed());
        return;
      }
      case "close" -> {
        port.close();
        ports.remove(words[2]);
      }
      default -> throw new IOException("unknown command " + words[1]);
    }
    answer(number, "");
  }

  private String open(String[] words) throws IOException {
    ProxyPort port = new ProxyPort(forwarder, address(words, 3), address(words, 5));
    ports.put(words[2], port);
    return Integer.toString(port.listener().address().getPort());
  }

  private ProxyPort port(String name) throws IOException {
    ProxyPort port = ports.get(name);
    if (port == null) {
      throw new IOException("the gate is closed");
    }
    return port;
  }

  private void answer(String number, String values) {
    answers.accept((number + " ok " + values).strip());
  }

  private static InetSocketAddress address(String[] words, int at) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(words[at]), Integer.parseInt(words[at + 1]));
  }
}
