package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.HeldLock;
import io.github.bmt4j.os.UserFolders;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The folder of one running server, in the cache: the holder of its lock owns the server. A folder
 * whose lock is free was left by a killed command; creating a new folder first ends such servers
 * and deletes such folders.
 */
final class ServerFolder implements AutoCloseable {
  private static final String SERVERS = "servers";
  private static final String LOCK = "lock";
  private static final int OTHERS_SWEEP_SECONDS = 120;
  private static final int ORPHAN_PATIENCE_SECONDS = 60;

  private final Path path;
  private final HeldLock lock;

  private ServerFolder(Path path, HeldLock lock) {
    this.path = path;
    this.lock = lock;
  }

  static ServerFolder create(Path cache, Progress progress) throws TargetException {
    try {
      Path servers = UserFolders.inCache(cache, SERVERS);
      // Under this lock no other bmt creates folders or deletes those left behind.
      try (HeldLock all = HeldLock.await(servers.resolve(LOCK), OTHERS_SWEEP_SECONDS)) {
        endWhatWasLeft(servers, progress);
        return create(
            servers.resolve(ProcessHandle.current().pid() + "-" + Secret.random(6).reveal()));
      }
    } catch (IOException e) {
      throw new TargetException("no server can be started in " + cache + ": " + e, e);
    }
  }

  /** Ends servers left by killed commands, and returns the number of their folders. */
  static int endLeft(Path cache, Progress progress) throws TargetException {
    try {
      Path servers = UserFolders.inCache(cache, SERVERS);
      try (HeldLock all = HeldLock.await(servers.resolve(LOCK), OTHERS_SWEEP_SECONDS)) {
        return endWhatWasLeft(servers, progress);
      }
    } catch (IOException e) {
      throw new TargetException("servers in " + cache + " cannot be ended: " + e, e);
    }
  }

  private static ServerFolder create(Path path) throws IOException {
    Folders.createPrivate(path);
    HeldLock lock =
        HeldLock.tryHold(path.resolve(LOCK))
            .orElseThrow(() -> new IOException(path + " is locked by another process"));
    ServerFolder folder = new ServerFolder(path, lock);
    try (CloseOnFailure opened = new CloseOnFailure(folder::close)) {
      folder.place().clear();
      opened.succeeded();
      return folder;
    }
  }

  ServerPlace place() {
    return new ServerPlace(path);
  }

  /** Deletes the folder, its lock last; this may be done twice, and by another thread. */
  @Override
  public synchronized void close() {
    try {
      deleteLockLast(path);
    } catch (IOException e) {
      // The lock is free from now on: the next start tries again.
    } finally {
      try {
        lock.close();
      } catch (IOException e) {
        // Freed at the latest when this process ends.
      }
    }
  }

  private static void deleteLockLast(Path folder) throws IOException {
    for (Path child : Folders.children(folder)) {
      if (!child.endsWith(LOCK)) {
        Folders.delete(child);
      }
    }
    Folders.delete(folder);
  }

  private static int endWhatWasLeft(Path servers, Progress progress) throws IOException {
    List<Path> folders = new ArrayList<>(Folders.children(servers));
    // A lab's logins: its command has their lock while it is up.
    folders.add(servers.resolveSibling("lab"));
    int left = 0;
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        try (HeldLock free = HeldLock.tryHold(folder.resolve(LOCK)).orElse(null)) {
          if (free != null) {
            left += Folders.children(folder).size() > 1 ? 1 : 0;
            end(folder, progress);
          }
        } catch (IOException e) {
          progress.say("Cannot clean " + folder + ", which a killed command had left: " + e);
        }
      }
    }
    return left;
  }

  private static void end(Path folder, Progress progress) throws IOException {
    List<Orphan> left = new ArrayList<>();
    for (ServerPlace place : new ServerPlace(folder).all()) {
      left.addAll(orphansOf(place));
    }
    // All at once, because each takes some time to end.
    left.stream()
        .filter(orphan -> !orphan.keepsData())
        .forEach(orphan -> orphan.process().destroyForcibly());
    for (Orphan orphan : left) {
      long pid = orphan.process().pid();
      if (!ServerRecord.end(orphan.process(), orphan.keepsData() ? ORPHAN_PATIENCE_SECONDS : 0)) {
        progress.say("Cannot end a server that a killed command had left: process " + pid);
        return;
      }
      progress.say("Ended a server that a killed command had left (process " + pid + ")");
    }
    deleteLockLast(folder);
  }

  /** A server that a killed command had left. */
  private record Orphan(ProcessHandle process, boolean keepsData) {}

  private static List<Orphan> orphansOf(ServerPlace place) throws IOException {
    Path own = place.data();
    Set<ProcessHandle> left = new LinkedHashSet<>(ServerRecord.serving(own));
    Optional<ServerRecord> written = ServerRecord.read(place.path());
    written.flatMap(ServerRecord::process).ifPresent(left::add);
    boolean kept = written.isPresent() && !written.get().data().equals(own);
    return left.stream().map(process -> new Orphan(process, kept)).toList();
  }
}
