package io.github.bmt4j.os;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Folders and files that only their owner may use, and their removal. */
public final class Folders {
  /** The accounts root and, where root is none of the known users, nobody. */
  private static final Set<Integer> SYSTEM = Set.of(0, 65_534);

  /** Only the owner of a file may rename it, as in /tmp. */
  private static final int STICKY = 01000;

  private Folders() {}

  /** Deletes a folder and its contents; links are deleted, not followed. */
  public static void delete(Path folder) throws IOException {
    boolean secure =
        each(
            folder,
            (parent, name, isFolder) -> {
              if (isFolder) {
                parent.deleteDirectory(name);
              } else {
                parent.deleteFile(name);
              }
            });
    if (!secure) {
      deleteByPath(folder);
    }
  }

  /** Work on a file, or on a folder after its contents. */
  @FunctionalInterface
  public interface Action {
    void apply(SecureDirectoryStream<Path> parent, Path name, boolean isFolder) throws IOException;
  }

  /**
   * Applies an action to a folder and its contents, safely even if others exchange them meanwhile:
   * no link is followed. Files deleted meanwhile are skipped.
   *
   * @return false if this system has no means for it; then nothing was done
   */
  public static boolean each(Path folder, Action action) throws IOException {
    return !Files.isDirectory(parent(folder))
        || within(folder, (parent, name) -> each(parent, name, action));
  }

  private interface Work {
    void apply(SecureDirectoryStream<Path> parent, Path name) throws IOException;
  }

  private static boolean within(Path folder, Work work) throws IOException {
    try (DirectoryStream<Path> parent = Files.newDirectoryStream(parent(folder))) {
      if (parent instanceof SecureDirectoryStream<Path> secure) {
        work.apply(secure, folder.getFileName());
        return true;
      }
      return false;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static void each(SecureDirectoryStream<Path> parent, Path name, Action action)
      throws IOException {
    try {
      boolean isFolder = attributes(parent, name).isDirectory();
      if (isFolder) {
        try (SecureDirectoryStream<Path> children =
            parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
          for (Path child : children) {
            each(children, child.getFileName(), action);
          }
        }
      }
      action.apply(parent, name, isFolder);
    } catch (NoSuchFileException e) {
      // Its owner has deleted it.
    }
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> parent, Path name)
      throws IOException {
    return parent
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  private static void deleteByPath(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }

  /** Contents of a folder; empty when it does not exist. */
  public static List<Path> children(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  public static Path parent(Path file) {
    Path absolute = file.toAbsolutePath();
    Path parent = absolute.getParent();
    return parent == null ? absolute : parent;
  }

  /** Makes a folder that only its owner may enter. */
  public static Path createPrivate(Path folder) throws IOException {
    Files.createDirectories(parent(folder));
    return Files.createDirectory(folder, permissions(folder, "rwx------"));
  }

  /**
   * Creates a folder that only its owner may enter, or closes an existing one to all others.
   *
   * @return false if another user could exchange it or its contents; then nothing is changed
   */
  public static boolean makePrivate(Path folder) throws IOException {
    try {
      createPrivate(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          || !user(parent(folder)).equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))) {
        return false;
      }
      for (FileAttribute<?> permission : permissions(folder, "rwx------")) {
        Files.setAttribute(folder, permission.name(), permission.value());
      }
    }
    return exposed(folder.toRealPath()).isEmpty();
  }

  /**
   * Creates a folder, unless it exists, in which no other user can exchange files.
   *
   * @param option of the user's that names it
   * @return its path without links, which others might change later
   * @throws BadInputException when another user can
   */
  public static Path own(Path folder, String option) throws IOException {
    boolean made = !Files.exists(folder);
    Files.createDirectories(folder, permissions(folder, "rwxr-xr-x"));
    Path real = folder.toRealPath();
    Optional<String> exposed = exposed(real);
    if (exposed.isPresent()) {
      if (made) {
        Files.delete(real);
      }
      throw new BadInputException(exposed.get() + ": name another " + option);
    }
    return real;
  }

  /** The reason why another user could exchange files in a folder, or one of the folders above. */
  private static Optional<String> exposed(Path real) throws IOException {
    if (permissions(real, "rwx------").length == 0) {
      return Optional.empty();
    }
    UserPrincipal user = user(real);
    for (Path at = real; at != null; at = at.getParent()) {
      Map<String, Object> facts = Files.readAttributes(at, "unix:owner,group,uid,mode");
      String group = ((UserPrincipal) Objects.requireNonNull(facts.get("group"))).getName();
      int mode = (int) Objects.requireNonNull(facts.get("mode"));
      boolean above = !at.equals(real);
      if (!user.equals(facts.get("owner"))
          && !(above && SYSTEM.contains((int) Objects.requireNonNull(facts.get("uid"))))) {
        return Optional.of(at + " belongs to another user");
      }
      // A group with the name of the owner has no other members.
      int open =
          ((UserPrincipal) Objects.requireNonNull(facts.get("owner"))).getName().equals(group)
              ? 0002
              : 0022;
      if ((mode & open) != 0 && !(above && (mode & STICKY) != 0)) {
        return Optional.of("other users can write to " + at);
      }
    }
    return Optional.empty();
  }

  /** The owner of files that this process creates there, even if the system maps users. */
  static UserPrincipal user(Path folder) throws IOException {
    Path own = Files.createTempFile(folder, "owner", null);
    try {
      return Files.getOwner(own);
    } finally {
      Files.delete(own);
    }
  }

  /** Writes a new file that only its owner may read, from its first moment on. */
  public static void writePrivate(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, permissions(file, "rw-------"));
    Files.writeString(file, text);
  }

  /**
   * Copies a folder, with the files and folders in it, to a new one, which only its owner may
   * enter, safely even if others exchange the first meanwhile: no link is followed or copied.
   */
  public static void copyPrivate(Path from, Path to) throws IOException {
    if (!within(from, (parent, name) -> copy(parent, name, to))) {
      copyByPath(from, to);
    }
  }

  private static void copy(SecureDirectoryStream<Path> parent, Path name, Path to)
      throws IOException {
    BasicFileAttributes attributes = attributes(parent, name);
    if (attributes.isDirectory()) {
      createPrivate(to);
      try (SecureDirectoryStream<Path> children =
          parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        for (Path child : children) {
          copy(children, child.getFileName(), to.resolve(child.getFileName()));
        }
      }
    } else if (attributes.isRegularFile()) {
      Set<OpenOption> reading = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      Set<OpenOption> writing = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      try (InputStream input = Channels.newInputStream(parent.newByteChannel(name, reading));
          OutputStream output =
              Channels.newOutputStream(
                  Files.newByteChannel(to, writing, permissions(to, "rw-------")))) {
        input.transferTo(output);
      }
    }
  }

  private static void copyByPath(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path)), LinkOption.NOFOLLOW_LINKS);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static FileAttribute<?>[] permissions(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
