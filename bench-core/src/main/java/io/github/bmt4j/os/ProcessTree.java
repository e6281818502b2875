package io.github.bmt4j.os;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process and its descendants at a moment: once the process has ended, the system no longer knows
 * its children.
 */
public final class ProcessTree {
  private static final int KILL_SECONDS = 10;

  private final Set<ProcessHandle> members;

  private ProcessTree(Collection<ProcessHandle> members) {
    this.members = new LinkedHashSet<>(members);
  }

  /**
   * A process and its present descendants. The process is ended first, because a shell whose child
   * ends first would go on to its next step.
   */
  public static ProcessTree of(ProcessHandle process) {
    ProcessTree tree = new ProcessTree(List.of(process));
    process.descendants().forEach(tree.members::add);
    return tree;
  }

  /** Processes that are treated as one family. */
  public static ProcessTree of(Collection<ProcessHandle> members) {
    return new ProcessTree(members);
  }

  /**
   * Ends all: asks them, waits for some seconds, then kills them and processes that they started
   * since.
   */
  public void end(int patienceSeconds) throws InterruptedException {
    if (patienceSeconds > 0) {
      members.forEach(ProcessHandle::destroy);
      if (haveEnded(members, patienceSeconds)) {
        return;
      }
    }
    for (ProcessHandle member : List.copyOf(members)) {
      member.descendants().forEach(members::add);
    }
    kill();
    haveEnded(members, KILL_SECONDS);
  }

  /** Kills all, and waits for none. */
  public void kill() {
    members.forEach(ProcessHandle::destroyForcibly);
  }

  /** Returns true if all processes end within a number of seconds. */
  public static boolean haveEnded(Collection<ProcessHandle> processes, int seconds)
      throws InterruptedException {
    CompletableFuture<?>[] ends =
        processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(ends).get(seconds, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}
