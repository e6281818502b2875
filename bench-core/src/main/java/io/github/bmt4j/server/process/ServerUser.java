package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/**
 * The account of servers that must not run as root although bmt does. Their files belong to it, and
 * are in folders that it can enter: below the user's cache, or else below a cache of the machine.
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

  /** Ends servers left by killed commands in the machine's cache. */
  static int endLeft(Progress progress) throws TargetException {
    return isNeeded() && Files.isDirectory(MACHINE_CACHE)
        ? ServerFolder.endLeft(MACHINE_CACHE, progress)
        : 0;
  }

  /** Gives the files of a cluster's node to the account, and lets it enter the folders above. */
  static void give(ServerPlace node) throws IOException {
    Path nodes = Folders.parent(node.path());
    for (Path above : List.of(node.path(), nodes, Folders.parent(nodes))) {
      // Others can enter it, too, but neither list nor change it.
      Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwx--x--x"));
    }
    for (Path used : node.used()) {
      own(used);
    }
  }

  private static void own(Path folder) throws IOException {
    UserPrincipal account =
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NAME);
    // Not the target of a link: the account may have created the link, even during this call.
    Folders.each(
        folder,
        (parent, name, isFolder) -> {
          PosixFileAttributeView view =
              parent.getFileAttributeView(
                  name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
          if (isFolder || view.readAttributes().isRegularFile()) {
            view.setOwner(account);
          }
        });
  }
}
