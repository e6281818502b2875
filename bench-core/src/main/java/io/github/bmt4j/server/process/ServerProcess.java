package io.github.bmt4j.server.process;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.os.ProcessTree;
import io.github.bmt4j.server.OpenServers;
import io.github.bmt4j.server.ServerLog;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The process of a server: started in a session of its own, so that Ctrl-C in a terminal reaches
 * only the command, and ended at the latest when it is closed.
 */
final class ServerProcess implements AutoCloseable {
  private static final int KILL_SECONDS = 10;

  private final ServerPlace place;
  private @Nullable Process process;
  private boolean closed;

  ServerProcess(ServerPlace place) {
    this.place = place;
  }

  void runToEnd(List<String> command, Path workingFolder, int seconds)
      throws IOException, TargetException {
    Process run = launch(command, workingFolder, started -> {});
    try {
      if (!run.waitFor(seconds, TimeUnit.SECONDS)) {
        ProcessTree.of(run.toHandle()).end(0);
        throw new TargetException(command.get(0) + " did not end within " + seconds + " s");
      }
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
    if (run.exitValue() != 0) {
      throw new TargetException(
          words(
              "%s failed (%s): %s",
              command.get(0), run.exitValue(), ServerLog.lastWords(place.log())));
    }
  }

  Process start(List<String> command, Path data) throws IOException, TargetException {
    return launch(
        Launch.detached(command),
        place.path(),
        started -> {
          try {
            ServerRecord.of(started.toHandle(), data).write(place.path());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private synchronized Process launch(
      List<String> command, Path workingFolder, Consumer<Process> started)
      throws IOException, TargetException {
    OpenServers.demandOpen(closed);
    Files.deleteIfExists(place.log());
    ProcessBuilder program = Launch.program(command);
    program.environment().put("TMPDIR", place.tmp().toString());
    // Galera's transfer of data is a program in the node's folder.
    program
        .environment()
        .merge("PATH", place.path().toString(), (path, own) -> own + File.pathSeparator + path);
    Process launched =
        program
            .directory(workingFolder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(place.log().toFile())
            .start();
    process = launched;
    launched.getOutputStream().close();
    started.accept(launched);
    return launched;
  }

  synchronized Optional<ProcessHandle> handle() {
    return Optional.ofNullable(process).filter(Process::isAlive).map(Process::toHandle);
  }

  /** Kills the process itself, at once, and waits until it has gone. It can be started again. */
  boolean kill() throws TargetException {
    return ended(ProcessHandle::destroyForcibly, KILL_SECONDS);
  }

  /** Asks the process to end, and waits for that number of seconds. It can be started again. */
  boolean shutDown(int seconds) throws TargetException {
    return ended(ProcessHandle::destroy, seconds);
  }

  private boolean ended(Consumer<ProcessHandle> ending, int seconds) throws TargetException {
    Optional<ProcessHandle> server = handle();
    server.ifPresent(ending);
    try {
      return server.isEmpty() || ProcessTree.haveEnded(Set.of(server.get()), seconds);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }

  /**
   * Ends the process and its children: asks them, waits for some seconds, then kills them. It
   * cannot be started again. A frozen process cannot react, and is killed at once.
   */
  synchronized void end(int patienceSeconds) {
    closed = true;
    Process ending = process;
    process = null;
    if (ending == null || !ending.isAlive()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    ProcessTree tree = ProcessTree.of(ending.toHandle());
    try {
      tree.end(isFrozen(ending.pid()) ? 0 : patienceSeconds);
      ProcessTree.of(stragglers()).end(0);
    } catch (InterruptedException e) {
      tree.kill();
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isFrozen(long pid) {
    try {
      return ProcessFreeze.isFrozen(pid);
    } catch (TargetException e) {
      return false;
    }
  }

  /**
   * Processes that were started between the listing of the family and its end: they work in the
   * server's folder.
   */
  private List<ProcessHandle> stragglers() {
    return ProcessHandle.allProcesses()
        .filter(other -> other.info().commandLine().orElse("").contains(place.path().toString()))
        .toList();
  }

  @Override
  public void close() {
    end(KILL_SECONDS);
  }
}
