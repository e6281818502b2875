package io.github.bmt4j.os;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Folders of a user, as the system's conventions name them. */
public final class UserFolders {
  private UserFolders() {}

  /**
   * Sets the home of a nameless user, whom Java does not know: all later readers of {@code
   * user.home}, also in libraries, see it. It is that of the environment or, without one that can
   * be written, a folder among the system's temporary files.
   */
  public static void findHome() {
    findHome(System.getenv("HOME"));
  }

  static void findHome(@Nullable String home) {
    if (System.getProperty("user.home").equals("?")) {
      try {
        boolean given = home != null && !home.isEmpty() && Files.isWritable(Path.of(home));
        System.setProperty("user.home", given ? home : ofNameless().toString());
      } catch (IOException e) {
        // What needs a folder will name it.
      }
    }
  }

  /** The same at each start, unless another user could exchange files in it. */
  private static Path ofNameless() throws IOException {
    Path tmp = Path.of(System.getProperty("java.io.tmpdir"));
    Path own = tmp.resolve("bmt4j-" + Folders.user(tmp).getName());
    return Folders.makePrivate(own) ? own : Files.createTempDirectory(tmp, "bmt4j-");
  }

  /**
   * A folder in a cache, created if it is missing; neither contains files of other users.
   *
   * @throws BadInputException when another user could exchange files in it
   */
  public static Path inCache(Path cache, String name) throws IOException {
    String option = "--cache-dir (JMH: -Dbmt.cache)";
    return Folders.own(Folders.own(cache.toAbsolutePath(), option).resolve(name), option);
  }

  /** Folder of files that can be made again, such as server binaries. */
  public static Path cache() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    String local = System.getenv("LOCALAPPDATA");
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    Path home = Path.of(System.getProperty("user.home"));
    if (xdg != null && !xdg.isEmpty()) {
      return Path.of(xdg, "bmt4j");
    }
    if (os.contains("windows") && local != null) {
      return Path.of(local, "bmt4j", "cache");
    }
    return os.contains("mac") ? home.resolve("Library/Caches/bmt4j") : home.resolve(".cache/bmt4j");
  }
}
