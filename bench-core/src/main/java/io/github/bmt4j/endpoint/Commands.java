package io.github.bmt4j.endpoint;

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
final class Commands {
  private final Forwarder forwarder;
  private final Consumer<String> answers;
  private final Map<String, Portal> portals = new HashMap<>();

  Commands(Forwarder forwarder, Consumer<String> answers) {
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
        execute(number, words, portal(words[2]));
      }
    } catch (IOException e) {
      answers.accept(number + " failed " + e.getMessage());
    }
  }

  private void execute(String number, String[] words, Portal portal) throws IOException {
    switch (words[1]) {
      case "flip" -> portal.flip(address(words, 3));
      case "cut" -> portal.endAll(false);
      case "reset" -> portal.endAll(true);
      case "silence" -> portal.silence(Direction.valueOf(words[3]));
      case "speak" -> portal.speak();
      case "block" -> {
        portal.listener().block(() -> answer(number, ""));
        return;
      }
      case "unblock" -> {
        portal.listener().unblock(() -> answer(number, ""));
        return;
      }
      case "refuse" -> portal.listener().refuse();
      case "admit" -> portal.listener().stopRefusing();
      case "delay" -> portal.delay(Long.parseLong(words[3]), Long.parseLong(words[4]));
      case "counts" -> {
        GateCounts counts = portal.counts();
        answer(number, counts.accepted() + " " + counts.open() + " " + counts.failed());
        return;
      }
      case "close" -> {
        portal.close();
        portals.remove(words[2]);
      }
      default -> throw new IOException("unknown command " + words[1]);
    }
    answer(number, "");
  }

  private String open(String[] words) throws IOException {
    Portal portal = new Portal(forwarder, address(words, 3), address(words, 5));
    portals.put(words[2], portal);
    return Integer.toString(portal.listener().address().getPort());
  }

  private Portal portal(String name) throws IOException {
    Portal portal = portals.get(name);
    if (portal == null) {
      throw new IOException("the gate is closed");
    }
    return portal;
  }

  private void answer(String number, String values) {
    answers.accept((number + " ok " + values).strip());
  }

  private static InetSocketAddress address(String[] words, int at) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(words[at]), Integer.parseInt(words[at + 1]));
  }
}
