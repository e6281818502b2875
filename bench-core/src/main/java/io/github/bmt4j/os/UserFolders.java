package io.github.bmt4j.os;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Folders of a user, as the system's conventions name them. */
public final class UserFolders {
  private UserFolders() {}

  /**
   * Sets the home of a nameless user, whom Java does not know, from the environment: all later
   * readers of {@code user.home}, also in libraries, see it.
   */
  public static void findHome() {
    String home = System.getenv("HOME");
    if (home != null && System.getProperty("user.home").equals("?")) {
      System.setProperty("user.home", home);
    }
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
