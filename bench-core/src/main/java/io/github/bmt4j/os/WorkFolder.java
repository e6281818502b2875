package io.github.bmt4j.os;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder for temporary files of a run, which only its owner may read. Its lock is held as long as
 * its process lives; creating a folder deletes those that killed processes have left.
 */
public final class WorkFolder implements AutoCloseable {
  private static final String LOCK = "lock";
  private static final int MOST_TRIES = 10;

  /** Prefix of the name of each user's own folder among the system's temporary files. */
  private static final String USERS = "bmt4j-";

  private final Path path;
  private final HeldLock lock;

  private WorkFolder(Path path, HeldLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates it in a folder which only this user may enter: in the user's cache or, if that cannot
   * be written, among the system's temporary files. If another user has taken the folder's name
   * there, nothing is deleted.
   *
   * @param name beginning of its name
   */
  public static WorkFolder create(String name) throws IOException {
    return createIn(
        UserFolders.cache().resolve("work"), Path.of(System.getProperty("java.io.tmpdir")), name);
  }

  static WorkFolder createIn(Path cache, Path tmp, String name) throws IOException {
    Path users = tmp.resolve(USERS + System.getProperty("user.name").replaceAll("\\W", "_"));
    Path parent = Stream.of(cache, users).filter(WorkFolder::isPrivate).findFirst().orElse(tmp);
    boolean own = !parent.equals(tmp);
    for (int i = 0; i < MOST_TRIES; i++) {
      Path folder = Files.createTempDirectory(parent, name);
      HeldLock lock = HeldLock.tryHold(folder.resolve(LOCK)).orElse(null);
      // Another process may have deleted it between its creation and its locking.
      if (lock != null && Files.exists(folder.resolve(LOCK))) {
        if (own) {
          deleteLeft(parent);
        }
        return new WorkFolder(Folders.createPrivate(folder.resolve("work")), lock);
      }
      if (lock != null) {
        lock.close();
      }
    }
    throw new IOException("no temporary folder " + name + " could be kept");
  }

  private static boolean isPrivate(Path folder) {
    try {
      return folder.isAbsolute() && Folders.makePrivate(folder);
    } catch (IOException e) {
      return false;
    }
  }

  /** Folders that cannot be examined or deleted stay: the system cleans them. */
  private static void deleteLeft(Path parent) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent)) {
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
