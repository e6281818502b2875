package io.github.bmt4j.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Folders and files that only their owner may use, and their removal. */
public final class Folders {
  private Folders() {}

  /** Deletes a folder with all that is in it; links are deleted, not followed. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
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
   * Makes a folder that only its owner may enter, or closes an existing one to all others.
   *
   * @return false if it belongs to another user, or is a link; nothing is changed then
   */
  public static boolean makePrivate(Path folder) throws IOException {
    try {
      createPrivate(folder);
      return true;
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    Path own = Files.createTempFile(parent(folder), "owner", null);
    try {
      if (!Files.getOwner(own).equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))) {
        return false;
      }
    } finally {
      Files.delete(own);
    }
    for (FileAttribute<?> permission : permissions(folder, "rwx------")) {
      Files.setAttribute(folder, permission.name(), permission.value());
    }
    return true;
  }

  /** Writes a new file that only its owner may read, at no moment anybody else. */
  public static void writePrivate(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, permissions(file, "rw-------"));
    Files.writeString(file, text);
  }

  /** Copies a folder with all that is in it to a new one, which only its owner may enter. */
  public static void copyPrivate(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            createPrivate(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file)));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static FileAttribute<?>[] permissions(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
