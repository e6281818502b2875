package io.github.bmt4j.os;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A held lock file, with one holder at a time among all processes and within this one. The
 * operating system frees it when its process ends, however that happens.
 */
public final class HeldLock implements AutoCloseable {
  // On POSIX systems, closing any channel of a file frees the locks that this process has on it:
  // never open a file whose lock is held here.
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();
  private static final long PAUSE_MS = 50;

  private final Path file;
  private final FileChannel channel;
  private boolean closed;

  private HeldLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** The lock; empty if another holder has it. Creates the file if it is missing. */
  public static Optional<HeldLock> tryHold(Path file) throws IOException {
    Path folder = Folders.parent(file);
    Files.createDirectories(folder);
    Path real = folder.toRealPath().resolve(file.getFileName());
    if (!HELD_HERE.add(real)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              real,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.CREATE,
              LinkOption.NOFOLLOW_LINKS);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(new HeldLock(real, channel));
      }
    } catch (OverlappingFileLockException e) {
      // Held in this process by another copy of this class: taken.
    } catch (IOException e) {
      forget(real, channel);
      throw e;
    }
    forget(real, channel);
    return Optional.empty();
  }

  /**
   * The lock, as soon as it is free.
   *
   * @throws IOException when it is not free within a number of seconds
   */
  public static HeldLock await(Path file, int seconds) throws IOException {
    for (long left = seconds * 1000L; left > 0; left -= PAUSE_MS) {
      Optional<HeldLock> lock = tryHold(file);
      if (lock.isPresent()) {
        return lock.get();
      }
      try {
        Thread.sleep(PAUSE_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    throw new IOException("another bmt command has held " + file + " for " + seconds + " s");
  }

  private static void forget(Path file, @Nullable FileChannel channel) throws IOException {
    try {
      if (channel != null) {
        channel.close();
      }
    } finally {
      HELD_HERE.remove(file);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      forget(file, channel);
    }
  }
}
