package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.stream.Stream;

/**
 * The account of servers that must not run as root, where bmt does. Their folders belong to it, and
 * lie where it can enter: below the user's cache, or else below a cache of the machine's.
 */
final class ServerUser {
  static final String NAME = "mysql";
  private static final Path MACHINE_CACHE = Path.of("/var/cache/bmt4j");

  private ServerUser() {}

  static boolean isNeeded() {
    return System.getProperty("user.name", "").equals("root");
  }

  /** The cache below which the account can enter its folders. */
  static Path cache(Path usual) throws TargetException {
    try {
      for (Path folder = usual.toAbsolutePath(); folder != null; folder = folder.getParent()) {
        if (Files.exists(folder)
            && !Files.getPosixFilePermissions(folder)
                .contains(PosixFilePermission.OTHERS_EXECUTE)) {
          return MACHINE_CACHE;
        }
      }
      return usual;
    } catch (IOException e) {
      throw new TargetException("cannot read the permissions of " + usual + ": " + e, e);
    }
  }

  /** Ends what killed commands left in the machine's cache. */
  static int endLeft(Progress progress) throws TargetException {
    return isNeeded() && Files.isDirectory(MACHINE_CACHE)
        ? ServerFolder.endLeft(MACHINE_CACHE, progress)
        : 0;
  }

  static void own(Path folder) throws IOException {
    UserPrincipal account =
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NAME);
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        // Not what a link points to: the account may have made it.
        Files.getFileAttributeView(path, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setOwner(account);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
