package io.github.bmt4j.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads from {@code /proc} how long this process waited for a processor, and what others took of
 * the machine's. Used by one thread.
 */
public final class ProcessorWatch {
  /** Of {@code /proc/stat}, whatever the kernel's own tick is. */
  private static final long TICK_NANOS = 10_000_000;

  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;

  private final Path proc;
  private final Map<String, long[]> tasks = new HashMap<>();
  private long ranNanos;
  private long waitedNanos;

  public ProcessorWatch() {
    this(Path.of("/proc"));
  }

  /**
   * Reads another folder.
   *
   * @param proc of the same form as {@code /proc}
   */
  ProcessorWatch(Path proc) {
    this.proc = proc;
  }

  /**
   * Processor time up to a moment, in ns.
   *
   * @param ran of the threads of this process that were seen
   * @param waited how long the same threads waited for a processor
   * @param machine of all processors together, idle or not
   * @param busy of it, in which processes of this machine ran
   * @param stolen of it, in which the host gave the processors to other machines
   * @param self of this process
   * @param started of the processes that it started, servers above all
   */
  public record Reading(
      long ran, long waited, long machine, long busy, long stolen, long self, long started) {
    /** Growth since an earlier moment. */
    public Reading minus(Reading earlier) {
      return new Reading(
          ran - earlier.ran,
          waited - earlier.waited,
          machine - earlier.machine,
          busy - earlier.busy,
          stolen - earlier.stolen,
          self - earlier.self,
          started - earlier.started);
    }

    /** Share of the time in which its threads wanted to run that they waited; nothing if unseen. */
    public @Nullable Double waitedShare() {
      return ran + waited <= 0 ? null : (Double) ((double) waited / (ran + waited));
    }

    /** Share of the processors that the host gave to other machines. */
    public @Nullable Double stolenShare() {
      return machine <= 0 ? null : (Double) ((double) stolen / machine);
    }

    /** Share of the processors that processes used which this one did not start. */
    public @Nullable Double othersShare() {
      return machine <= 0 ? null : (Double) ((double) Math.max(0, busy - self - started) / machine);
    }
  }

  /** Reads it now, in some ms; nothing where the system does not tell. */
  public @Nullable Reading read() {
    try {
      String[] all =
          Files.readString(proc.resolve("stat")).lines().findFirst().orElse("").split(" +", -1);
      long machine = 0;
      for (int i = 1; i <= STEAL; i++) {
        machine += Long.parseLong(all[i]);
      }
      long stolen = Long.parseLong(all[STEAL]);
      long idle = Long.parseLong(all[IDLE]) + Long.parseLong(all[IO_WAIT]);
      readTasks();
      return new Reading(
          ranNanos,
          waitedNanos,
          TICK_NANOS * machine,
          TICK_NANOS * (machine - idle - stolen),
          TICK_NANOS * stolen,
          processNanos(ProcessHandle.current()),
          startedNanos());
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /**
   * Looks at the threads alone, in about a ms: what one did since, that ends before the next
   * reading, would not be seen.
   */
  public void look() {
    try {
      readTasks();
    } catch (IOException | RuntimeException e) {
      // Nor does a reading tell anything then.
    }
  }

  private void readTasks() throws IOException {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(proc.resolve("self/task"))) {
      for (Path thread : threads) {
        String[] words;
        try {
          words = Files.readString(thread.resolve("schedstat")).split(" ", -1);
        } catch (IOException e) {
          continue;
        }
        long[] now = {Long.parseLong(words[0]), Long.parseLong(words[1])};
        long[] before = tasks.put(thread.getFileName().toString(), now);
        if (before == null || now[0] < before[0]) {
          before = new long[2];
        }
        ranNanos += now[0] - before[0];
        waitedNanos += now[1] - before[1];
      }
    }
  }

  private static long startedNanos() {
    try (Stream<ProcessHandle> started = ProcessHandle.current().descendants()) {
      return started.mapToLong(ProcessorWatch::processNanos).sum();
    }
  }

  private static long processNanos(ProcessHandle process) {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }
}
