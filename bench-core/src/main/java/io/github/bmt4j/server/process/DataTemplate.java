package io.github.bmt4j.server.process;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Folders;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Data that are made once and copied for every node: users and an empty database, of a server that
 * was shut down in order.
 */
final class DataTemplate {
  /** A node makes its redo log anew in the size that it was told: a small one is soon copied. */
  static final String SMALL = "--innodb-log-file-size=8M";

  private final ServerPlace place;
  private final ProcessServer maker;

  DataTemplate(ServerPlace place, ProcessServer maker) {
    this.place = place;
    this.maker = maker;
  }

  /** Makes the data. */
  void make(DataFolder data, String statements) throws IOException, TargetException {
    maker.initialise(data);
    maker.execute(statements, data.data());
  }

  /** Replaces the data of a node, which must be down, and its temporary files. */
  void copyTo(ServerPlace node) throws IOException {
    Folders.delete(node.data());
    Folders.delete(node.tmp());
    Files.createDirectories(node.path());
    Folders.createPrivate(node.tmp());
    copy(place.data(), node.data());
  }

  /** Copies a folder to one that does not exist. */
  static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Folders.createPrivate(to.resolve(from.relativize(folder)));
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

  /** Ends what makes it, if it is still being made. */
  void end() {
    maker.process().end(0);
  }
}
