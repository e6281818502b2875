package io.github.bmt4j.load;

import static java.lang.Integer.parseInt;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads from {@code /proc} how long this process waited for a processor, and how much others used
 * of its processors. Used by one thread.
 */
public final class ProcessorWatch {
  /** Unit of {@code /proc/stat}, whatever the kernel's own tick is. */
  private static final long TICK_NANOS = 10_000_000;

  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final String ALL = "cpu";

  /**
   * Share of the processors below which no server counts as started: readings differ by some ms.
   */
  private static final double LEAST_SERVER = 0.005;

  private final Path proc;
  private final Path groups;
  private final Map<String, long[]> tasks = new HashMap<>();
  private long ranNanos;
  private long waitedNanos;

  public ProcessorWatch() {
    this(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  /** Reads other folders, of the same form as {@code /proc} and {@code /sys/fs/cgroup}. */
  ProcessorWatch(Path proc, Path groups) {
    this.proc = proc;
    this.groups = groups;
  }

  /**
   * Processor time up to a moment, in ns.
   *
   * @param ran of the seen threads of this process
   * @param waited time for which the same threads waited for a processor
   * @param allowed of all processors together that this process may use, idle or not
   * @param busy part of {@code allowed} in which processes of this machine ran
   * @param stolen part of {@code allowed} in which the host gave the processors to other machines
   * @param self of this process
   * @param started of the processes that it started, servers above all
   */
  public record Reading(
      long ran, long waited, long allowed, long busy, long stolen, long self, long started) {
    public Reading minus(Reading earlier) {
      return new Reading(
          ran - earlier.ran,
          waited - earlier.waited,
          allowed - earlier.allowed,
          busy - earlier.busy,
          stolen - earlier.stolen,
          self - earlier.self,
          started - earlier.started);
    }

    /** Sum of the readings of two processes; figures of one machine are counted once. */
    Reading plus(Reading other, boolean oneMachine) {
      return new Reading(
          ran + other.ran,
          waited + other.waited,
          oneMachine ? Math.max(allowed, other.allowed) : allowed + other.allowed,
          oneMachine ? Math.max(busy, other.busy) : busy + other.busy,
          oneMachine ? Math.max(stolen, other.stolen) : stolen + other.stolen,
          self + other.self,
          started + other.started);
    }

    /**
     * The reading of processes on one machine together with the process that started some of them,
     * and perhaps servers. Processor time of started servers does not count as time of others.
     *
     * @param starter the reading of the process that started them
     * @param children processor time of those that it started
     */
    public Reading on(Reading starter, long children) {
      long servers = starter.started - children;
      return new Reading(
          ran,
          waited,
          starter.allowed,
          starter.busy,
          starter.stolen,
          self + starter.self,
          started + (servers < LEAST_SERVER * starter.allowed ? 0 : servers));
    }

    /**
     * Of the time in which its threads wanted to run, the share for which they waited; absent if
     * unknown.
     */
    public @Nullable Double waitedShare() {
      return ran + waited <= 0 ? null : (Double) ((double) waited / (ran + waited));
    }

    public @Nullable Double stolenShare() {
      return allowed <= 0 ? null : (Double) ((double) stolen / allowed);
    }

    public @Nullable Double othersShare() {
      return allowed <= 0 ? null : (Double) ((double) Math.max(0, busy - self - started) / allowed);
    }
  }

  /** Takes a reading, in some ms; absent if the system does not report it. */
  public @Nullable Reading read() {
    try {
      long allowed = 0;
      long idle = 0;
      long stolen = 0;
      for (String[] processor : processors()) {
        for (int i = 1; i <= STEAL; i++) {
          allowed += Long.parseLong(processor[i]);
        }
        idle += Long.parseLong(processor[IDLE]) + Long.parseLong(processor[IO_WAIT]);
        stolen += Long.parseLong(processor[STEAL]);
      }
      readTasks();
      return new Reading(
          ranNanos,
          waitedNanos,
          TICK_NANOS * allowed,
          TICK_NANOS * (allowed - idle - stolen),
          TICK_NANOS * stolen,
          processNanos(ProcessHandle.current()),
          startedNanos());
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** Number of processors that this process may use; a quota may be a part of one. */
  public double available() {
    double all = Runtime.getRuntime().availableProcessors();
    try {
      List<String[]> known = processors();
      return Math.min(known.get(0)[0].equals(ALL) ? all : known.size(), quota());
    } catch (IOException | RuntimeException e) {
      return all;
    }
  }

  /**
   * Text on the part of the machine's processors that this process, its container or its group may
   * use; empty if it may use all.
   */
  public String part() {
    try {
      long all =
          Files.readString(proc.resolve("stat"))
              .lines()
              .filter(line -> line.matches(ALL + "\\d.*"))
              .count();
      return available() >= all
          ? ""
          : "; " + allowed().toList() + "; " + Files.readSymbolicLink(proc.resolve("self/ns/mnt"));
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }

  /** The smallest quota of its control groups, in processors; infinite without one. */
  private double quota() throws IOException {
    double least = Double.POSITIVE_INFINITY;
    for (String line : Files.readAllLines(proc.resolve("self/cgroup"))) {
      String[] words = line.split(":", 3);
      boolean v1 = List.of(words[1].split(",", -1)).contains("cpu");
      if (v1 || words[1].isEmpty()) {
        // In a container, the top folder may be that of its own group.
        Path top = v1 ? groups.resolve("cpu") : groups;
        for (Path at = Path.of(words[2]); at != null; at = at.getParent()) {
          least = Math.min(least, quota(top.resolve(at.toString().substring(1))));
        }
      }
    }
    return least;
  }

  /** Quota of one group, from the first file in version 2 and from the others in version 1. */
  private static double quota(Path group) throws IOException {
    String quota = text(group.resolve("cpu.max")) + text(group.resolve("cpu.cfs_quota_us"));
    String[] words = (quota + " " + text(group.resolve("cpu.cfs_period_us"))).split(" +", -1);
    return words[0].matches("\\d+")
        ? Double.parseDouble(words[0]) / Double.parseDouble(words[1])
        : Double.POSITIVE_INFINITY;
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }

  /**
   * The lines of {@code stat} of the processors that this process may use, or the line of all if
   * the numbers do not agree: lxcfs renumbers a container's processors in this file only.
   */
  private List<String[]> processors() throws IOException {
    Set<String> allowed =
        allowed()
            .flatMap(line -> Stream.of(line.split(",", -1)))
            .map(range -> range.split("-", -1))
            .flatMapToInt(
                ends -> IntStream.rangeClosed(parseInt(ends[0]), parseInt(ends[ends.length - 1])))
            .mapToObj(number -> ALL + number)
            .collect(Collectors.toSet());
    List<String[]> lines =
        Files.readString(proc.resolve("stat"))
            .lines()
            .filter(line -> line.startsWith(ALL))
            .map(line -> line.split(" +", -1))
            .toList();
    List<String[]> known = lines.stream().filter(line -> allowed.contains(line[0])).toList();
    boolean agree = !known.isEmpty() && known.size() >= Math.min(allowed.size(), lines.size() - 1);
    return agree ? known : lines.subList(0, 1);
  }

  private Stream<String> allowed() throws IOException {
    return text(proc.resolve("self/status"))
        .lines()
        .filter(line -> line.startsWith(ALLOWED))
        .map(line -> line.substring(ALLOWED.length()).strip());
  }

  /**
   * Reads only the threads, in about a ms: otherwise the work of a thread that ends before the next
   * reading would be missed.
   */
  public void look() {
    try {
      readTasks();
    } catch (IOException | RuntimeException e) {
      // Then readings fail, too.
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
