package io.github.bmt4j.server.process;

import io.github.bmt4j.os.Folders;
import io.github.bmt4j.os.ProcessTree;
import io.github.bmt4j.server.ProcessStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Record of the process that serves a data folder, so that another command can end it after the
 * death of its owner. A process is identified by its number, its program and its start time, never
 * by its number alone.
 *
 * @param startedMillis start of that process, in ms since 1970; 0 if the system does not report it
 */
record ServerRecord(long pid, long startedMillis, Path data) {
  private static final String FILE = "server.record";
  private static final Pattern EXECUTED =
      Pattern.compile("(?:mariadbd|mysqld)\\S* (?:.* )?--datadir=");

  static ServerRecord of(ProcessHandle process, Path data) {
    return new ServerRecord(
        process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L), data);
  }

  void write(Path folder) throws IOException {
    Path partial = folder.resolve(FILE + ".partial");
    Folders.writePrivate(partial, pid + "\n" + startedMillis + "\n" + data + "\n");
    Files.move(partial, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  static Optional<ServerRecord> read(Path folder) throws IOException {
    try {
      String[] lines = Files.readString(folder.resolve(FILE)).split("\n", -1);
      return Optional.of(
          new ServerRecord(Long.parseLong(lines[0]), Long.parseLong(lines[1]), Path.of(lines[2])));
    } catch (NoSuchFileException | RuntimeException e) {
      // None, or not a file of bmt: the command line still identifies the server.
      return Optional.empty();
    }
  }

  Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(ServerRecord::isServer)
        .filter(
            process ->
                process
                    .info()
                    .startInstant()
                    .filter(i -> ProcessStart.isSame(i, startedMillis))
                    .isPresent());
  }

  static Set<ProcessHandle> serving(Path data) {
    String option = "--datadir=" + data;
    Set<ProcessHandle> found = new LinkedHashSet<>();
    ProcessHandle.allProcesses()
        .filter(ServerRecord::isServer)
        .filter(process -> (commandLine(process) + " ").contains(option + " "))
        .forEach(found::add);
    return found;
  }

  /** Ends a process: asks it to, waits for that number of seconds, then kills it. */
  static boolean end(ProcessHandle process, int patienceSeconds) {
    try {
      ProcessTree.of(List.of(process)).end(patienceSeconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !process.isAlive();
  }

  private static boolean isServer(ProcessHandle process) {
    String command = process.info().command().orElse("").toLowerCase(Locale.ROOT);
    return command.contains("mariadbd")
        || command.contains("mysqld")
        || command.endsWith("setsid")
        || EXECUTED.matcher(commandLine(process)).find();
  }

  private static String commandLine(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }
}
