package io.github.bmt4j.server.process;

import io.github.bmt4j.os.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Folder of one server: a folder with its data, its log and its temporary files. It belongs to bmt,
 * so that a server under another account cannot replace its contents by links.
 */
record ServerPlace(Path path) {
  private static final String NODES = "nodes";

  /** Folder of the server's data when they are not kept. */
  Path data() {
    return path.resolve("data");
  }

  Path log() {
    return path.resolve("server.log");
  }

  /** For this server's temporary files only: a starting server deletes those that it finds. */
  Path tmp() {
    return path.resolve("tmp");
  }

  /** An empty folder, the only one in which statements may read and write files. */
  Path files() {
    return path.resolve("files");
  }

  /** Creates the folders that a server needs in addition to its data, empty and private. */
  void clear() throws IOException {
    for (Path own : List.of(tmp(), files())) {
      Folders.delete(own);
      Folders.createPrivate(own);
    }
  }

  Path pidFile() {
    return tmp().resolve("server.pid");
  }

  /** Statements that it executes when it starts. */
  Path statements() {
    return path.resolve("init.sql");
  }

  /** All folders and files that the server reads and writes. */
  List<Path> used() {
    return List.of(data(), tmp(), files(), statements());
  }

  /** The common initial data of a cluster's servers; this is the place of one of them. */
  Path commonData() {
    return new ServerPlace(Folders.parent(Folders.parent(path))).data();
  }

  ServerPlace node(String name) {
    return new ServerPlace(path.resolve(NODES).resolve(name));
  }

  List<ServerPlace> all() throws IOException {
    List<ServerPlace> all = new ArrayList<>(List.of(this));
    Folders.children(path.resolve(NODES)).forEach(node -> all.add(new ServerPlace(node)));
    return all;
  }
}
