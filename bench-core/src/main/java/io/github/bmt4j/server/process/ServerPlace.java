package io.github.bmt4j.server.process;

import io.github.bmt4j.os.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Folder of one server: a folder with its data, its log and its temporary files. */
record ServerPlace(Path path) {
  private static final String NODES = "nodes";

  /** Folder of the server's data when they are not kept. */
  Path data() {
    return path.resolve("data");
  }

  Path log() {
    return path.resolve("server.log");
  }

  /** For its own temporary files only: a server that starts deletes those that it finds. */
  Path tmp() {
    return path.resolve("tmp");
  }

  Path pidFile() {
    return path.resolve("server.pid");
  }

  /** Statements that it executes when it starts. */
  Path statements() {
    return path.resolve("init.sql");
  }

  /** Data that the servers of a cluster begin with; this is the place of one of them. */
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
