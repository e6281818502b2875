package io.github.bmt4j.cli.command;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.HeldLock;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files of the lab that is up, in the cache: a lock that lets a cache have one lab at a time,
 * and two that only their owner may read, which go with the lab.
 */
public final class LabFiles implements AutoCloseable {
  private static final String CONTROL = "control";
  private static final String LOGINS = "logins";

  private final Path folder;
  private final HeldLock lock;

  private LabFiles(Path folder, HeldLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * How to reach the command that has the lab up.
   *
   * @param port of its control channel on 127.0.0.1
   * @param secret that it wants to hear first
   * @param pid of its process
   */
  record Control(int port, Secret secret, long pid) {}

  /**
   * Takes the place of the one lab of a cache.
   *
   * @throws TargetException when a lab is up
   */
  static LabFiles take(Path cache) throws TargetException {
    Path folder = folder(cache);
    try {
      Optional<HeldLock> lock = HeldLock.tryHold(folder.resolve("lock"));
      if (lock.isEmpty()) {
        throw new TargetException(
            "a lab is up already"
                + control(cache).map(control -> " (process " + control.pid() + ")").orElse("")
                + ": end it with bmt lab down, or name another --cache-dir");
      }
      return new LabFiles(folder, lock.get());
    } catch (IOException e) {
      throw new TargetException("no lab can be kept in " + folder + ": " + e, e);
    }
  }

  /** Control file of the lab that is up; nothing when its command has ended. */
  static Optional<Control> control(Path cache) {
    try {
      String[] lines = Files.readString(folder(cache).resolve(CONTROL)).split("\n", -1);
      long pid = Long.parseLong(lines[2]);
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .map(process -> new Control(Integer.parseInt(lines[0]), Secret.of(lines[1]), pid));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Path folder(Path cache) {
    return cache.toAbsolutePath().resolve("lab");
  }

  void write(Control control) throws IOException {
    Folders.writePrivate(
        folder.resolve(CONTROL),
        control.port() + "\n" + control.secret().reveal() + "\n" + control.pid() + "\n");
  }

  /** Writes down how to log in, and says where. */
  Path writeLogins(Cluster lab) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(login("application", lab.application())).append(login("admin", lab.admin()));
    for (Node node : lab.nodes()) {
      text.append(node.name()).append(".url=").append(lab.url(node)).append('\n');
    }
    Path logins = folder.resolve(LOGINS);
    Folders.writePrivate(logins, text.toString());
    return logins;
  }

  private static String login(String who, Login login) {
    return who
        + ".user="
        + login.user()
        + "\n"
        + who
        + ".password="
        + login.password().reveal()
        + "\n";
  }

  /** Deletes what was written, and lets others have a lab. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(folder.resolve(CONTROL));
      Files.deleteIfExists(folder.resolve(LOGINS));
    } catch (IOException e) {
      // The next lab writes them anew.
    } finally {
      try {
        lock.close();
      } catch (IOException e) {
        // Freed at the latest when this process ends.
      }
    }
  }
}
