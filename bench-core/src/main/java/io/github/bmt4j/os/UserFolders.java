package io.github.bmt4j.os;

import java.nio.file.Path;
import java.util.Locale;

/** Folders of a user, as the system's conventions name them. */
public final class UserFolders {
  private UserFolders() {}

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
