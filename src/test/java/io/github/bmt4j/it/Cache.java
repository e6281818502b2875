package io.github.bmt4j.it;

import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A cache folder of a test's own, so that it sees only what its command starts and leaves. */
record Cache(Path path) implements AutoCloseable {
  /** One that shares the server programs with all other tests. */
  static Cache withBinaries() {
    try {
      Path path = Bmt.newFolder("cache").toRealPath();
      Path binaries = ItServers.cache().toAbsolutePath().resolve("binaries");
      Files.createDirectories(binaries);
      Files.createSymbolicLink(path.resolve("binaries"), binaries);
      return new Cache(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same, for a test that sends signals; without /proc it aborts. */
  static Cache forSignals() {
    Signals.needProc();
    return withBinaries();
  }

  /** The folders of servers. */
  List<Path> servers() {
    return Ended.folders(path.resolve("servers")).stream().filter(Files::isDirectory).toList();
  }

  /** Processes that work in this cache, the command itself left out. */
  List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses()
        .filter(process -> line(process).contains(path.resolve("servers").toString()))
        .toList();
  }

  /** Ends what a test that failed has left. */
  @Override
  public void close() {
    processes().forEach(ProcessHandle::destroyForcibly);
  }

  /** The value of an option on the command line of a process. */
  static Optional<String> option(ProcessHandle process, String name) {
    return Stream.of(line(process).split(" "))
        .filter(word -> word.startsWith(name + "="))
        .map(word -> word.substring(name.length() + 1))
        .findFirst();
  }

  private static String line(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }
}
