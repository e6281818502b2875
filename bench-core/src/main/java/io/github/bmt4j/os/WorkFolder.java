package io.github.bmt4j.os;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder for temporary files of a run, which only its owner may read. Its lock is held as long as
 * its process lives; making a new one deletes those of the same name whose process was killed.
 */
public final class WorkFolder implements AutoCloseable {
  private static final String LOCK = "lock";
  private static final int MOST_TRIES = 10;

  /** Begins the name of each user's own folder among the system's temporary files. */
  private static final String USERS = "bmt4j-";

  private final Path path;
  private final HeldLock lock;

  private WorkFolder(Path path, HeldLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Makes it among the system's temporary files, in a folder which only this user may enter: what
   * is left there is this user's. Where another user has taken the name of that, nothing is
   * deleted.
   *
   * @param name beginning of its name
   */
  public static WorkFolder create(String name) throws IOException {
    return createIn(Path.of(System.getProperty("java.io.tmpdir")), name);
  }

  static WorkFolder createIn(Path tmp, String name) throws IOException {
    Path parent = tmp.resolve(USERS + System.getProperty("user.name").replaceAll("\\W", "_"));
    boolean own = Folders.makePrivate(parent);
    for (int i = 0; i < MOST_TRIES; i++) {
      Path folder = Files.createTempDirectory(own ? parent : tmp, name);
      HeldLock lock = HeldLock.tryHold(folder.resolve(LOCK)).orElse(null);
      // Another process may have swept it between its making and its locking.
      if (lock != null && Files.exists(folder.resolve(LOCK))) {
        if (own) {
          deleteLeft(parent, name);
        }
        return new WorkFolder(Folders.createPrivate(folder.resolve("work")), lock);
      }
      if (lock != null) {
        lock.close();
      }
    }
    throw new IOException("no temporary folder " + name + " could be kept");
  }

  /** Whatever cannot be looked at or deleted stays: the system cleans it. */
  private static void deleteLeft(Path parent, String name) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, name + "*")) {
      for (Path other : all) {
        if (Files.isRegularFile(other.resolve(LOCK))) { // Otherwise it is not ready.
          delete(other);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The others stay too.
    }
  }

  private static void delete(Path left) {
    try (HeldLock free = HeldLock.tryHold(left.resolve(LOCK)).orElse(null)) {
      if (free != null) {
        Folders.delete(left);
      }
    } catch (IOException e) {
      // It stays.
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (lock) {
      Folders.delete(Folders.parent(path));
    } catch (IOException e) {
      // A folder of temporary files stays; the system cleans it.
    }
  }
}
