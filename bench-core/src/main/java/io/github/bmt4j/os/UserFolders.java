package io.github.bmt4j.os;

import java.nio.file.Path;
import java.util.Locale;

/** Where the system wants programs to keep what belongs to a user. */
public final class UserFolders {
  private UserFolders() {}

  /** What may be lost and made anew, such as server binaries. */
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
