package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.clock.Clock;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The program of the forwarder's process. Takes a line for every command from standard input and
 * answers it by a line on standard output; ends when its input does, because then its owner has
 * ended.
 */
final class ProxyMain {
  private ProxyMain() {}

  public static void main(String[] arguments) {
    try {
      Forwarder forwarder = new Forwarder(Clock.SYSTEM);
      ProxyCommands commands = new ProxyCommands(forwarder, ProxyMain::say);
      Thread reader = new Thread(() -> read(forwarder, commands), "commands");
      reader.setDaemon(true);
      reader.start();
      say("0 ok " + ProcessHandle.current().pid());
      forwarder.run();
    } catch (Throwable e) {
      // A forwarder that goes on after a fault of its own would falsify figures.
      end(e);
    }
  }

  private static void read(Forwarder forwarder, ProxyCommands commands) {
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        String command = line;
        forwarder.execute(() -> commands.execute(command));
      }
      Runtime.getRuntime().halt(0);
    } catch (Throwable e) {
      end(e);
    }
  }

  @SuppressWarnings("resource") // Standard output stays open.
  private static void say(String line) {
    try {
      new FileOutputStream(FileDescriptor.out)
          .write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Nobody listens any more.
      Runtime.getRuntime().halt(1);
    }
  }

  private static void end(Throwable failure) {
    say("forwarder failed: " + failure);
    Runtime.getRuntime().halt(1);
  }
}
