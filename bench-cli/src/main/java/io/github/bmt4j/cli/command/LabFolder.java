package io.github.bmt4j.cli.command;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.HeldLock;
import io.github.bmt4j.os.UserFolders;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of a cache's lab, which only its owner may enter. Its lock is held while the lab is
 * up. Other commands send a request as a file with one line; the answer is a file whose first line
 * is {@code ok}, {@code bad} or {@code failed}.
 */
final class LabFolder implements AutoCloseable {
  private static final String LAB = "lab";
  private static final String CONTROL = "control";
  private static final String LOGINS = "logins";
  private static final String REQUEST = ".request";
  private static final String ANSWER = ".answer";
  private static final String UNFINISHED = ".part";
  private static final int PAUSE_MILLIS = 50;

  /** Longer than a lab takes for any request. */
  private static final int PATIENCE_MILLIS = 120_000;

  private final Path folder;
  private final HeldLock lock;

  /** Names of requests so far: a file that cannot be deleted is not tried again. */
  private final Set<String> seen = new HashSet<>();

  private LabFolder(Path folder, HeldLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Executes requests. */
  interface Answers {
    List<String> to(LabRequest request, String node) throws TargetException;
  }

  /**
   * Takes the folder for a new lab, and deletes files of an earlier one.
   *
   * @throws TargetException when a lab is up
   */
  static LabFolder take(Path cache) throws TargetException {
    Path folder = folder(cache);
    try {
      UserFolders.inCache(cache, LAB);
      Checks.check(Folders.makePrivate(folder), folder + " is a link: name another --cache-dir");
      Optional<HeldLock> lock = HeldLock.tryHold(folder.resolve("lock"));
      if (lock.isEmpty()) {
        Path control = folder.resolve(CONTROL);
        throw new TargetException(
            "a lab is already running"
                + (Files.exists(control) ? " (process " + Files.readString(control) + ")" : "")
                + ": end it with "
                + bmt("lab down")
                + ", or name another --cache-dir");
      }
      clear(folder);
      return new LabFolder(folder, lock.get());
    } catch (IOException e) {
      throw new TargetException("cannot store the files of a lab in " + folder + ": " + e, e);
    }
  }

  private static Path folder(Path cache) {
    return cache.toAbsolutePath().resolve(LAB);
  }

  static boolean isUp(Path cache) {
    try {
      Path folder = folder(cache);
      if (!Files.exists(folder.resolve(CONTROL))) {
        return false;
      }
      UserFolders.inCache(cache, LAB);
      Optional<HeldLock> free = HeldLock.tryHold(folder.resolve("lock"));
      if (free.isPresent()) {
        free.get().close();
      }
      return free.isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts taking requests, and stores the logins of the lab in the returned file. */
  Path open(Cluster lab) throws IOException {
    String urls =
        lab.nodes().stream()
            .map(node -> node.name() + ".url=" + lab.url(node) + "\n")
            .collect(Collectors.joining());
    Folders.writePrivate(
        folder.resolve(LOGINS),
        login("application", lab.application()) + login("admin", lab.admin()) + urls);
    Folders.writePrivate(folder.resolve(CONTROL), Long.toString(ProcessHandle.current().pid()));
    return folder.resolve(LOGINS);
  }

  private static String login(String whose, Login login) {
    return words(
        "%1$s.user=%2$s%n%1$s.password=%3$s%n", whose, login.user(), login.password().reveal());
  }

  /** Answers the requests since the last call; an unreadable one is ignored. */
  void answer(Answers answers) {
    for (Path file : files(folder)) {
      String name = file.getFileName().toString();
      if (name.endsWith(REQUEST) && seen.add(name)) {
        try {
          String text = Files.readString(file);
          Files.delete(file);
          write(folder, name.replace(REQUEST, ANSWER), answer(text, answers));
        } catch (IOException e) {
          delete(file);
        }
      }
    }
  }

  private static String answer(String text, Answers answers) {
    try {
      String[] words = text.split(" ", 2);
      return "ok\n" + String.join("\n", answers.to(LabRequest.of(words[0]), words[1]));
    } catch (BadInputException e) {
      return "bad\n" + e.getMessage();
    } catch (TargetException | RuntimeException e) {
      return "failed\n" + e.getMessage();
    }
  }

  private static void write(Path folder, String name, String text) throws IOException {
    Path part = folder.resolve(name + UNFINISHED);
    Folders.writePrivate(part, text);
    Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Sends a request to the running lab, and waits for its answer, or for its end.
   *
   * @return lines for people
   */
  static List<String> ask(Path cache, LabRequest request, String node, StopSignal stop)
      throws TargetException {
    Path folder = folder(cache);
    String id = Runner.newId();
    Path answer = folder.resolve(id + ANSWER);
    try {
      write(folder, id + REQUEST, request.word() + " " + node);
      for (int waited = 0; isUp(cache); waited += PAUSE_MILLIS) {
        if (Files.exists(answer) && request != LabRequest.DOWN) {
          return understood(Files.readAllLines(answer));
        }
        if (waited > PATIENCE_MILLIS || stop.given()) {
          throw new TargetException(stop.given() ? "stopped" : "the lab does not respond");
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (IOException e) {
      throw notUp();
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    } finally {
      delete(folder.resolve(id + REQUEST));
      delete(answer);
    }
    if (request != LabRequest.DOWN) {
      throw notUp();
    }
    return List.of("The lab is down.");
  }

  private static List<String> understood(List<String> lines) throws TargetException {
    List<String> answer = lines.subList(1, lines.size());
    return switch (lines.get(0)) {
      case "ok" -> answer;
      case "bad" -> throw new BadInputException(String.join(" ", answer));
      default -> throw new TargetException(String.join(" ", answer));
    };
  }

  static TargetException notUp() {
    return new TargetException("no lab is running; " + bmt("lab up starts one"));
  }

  /** Deletes the lab's files, and frees the folder for the next lab. */
  @Override
  public void close() {
    try (lock) {
      clear(folder);
    } catch (IOException e) {
      // The system frees the lock.
    }
  }

  /** Deletes the files of a lab, its passwords first, but not its lock. */
  private static void clear(Path folder) {
    delete(folder.resolve(LOGINS));
    delete(folder.resolve(CONTROL));
    for (Path file : files(folder)) {
      if (Stream.of(REQUEST, ANSWER, UNFINISHED).anyMatch(file.toString()::endsWith)) {
        delete(file);
      }
    }
  }

  private static List<Path> files(Path folder) {
    try {
      return Folders.children(folder);
    } catch (IOException e) {
      return List.of();
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The next lab deletes the file.
    }
  }
}
