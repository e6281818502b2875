package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.TimeOfDay;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The machine and process that the load would come from. */
final class ClientChecks {
  /** Files of the JVM, its jars and results. */
  private static final int OTHER_FILES = 50;

  /** Threads of the JVM, the pool and samplers. */
  private static final int OTHER_THREADS = 50;

  private static final long HEAP_BASE_BYTES = 48L << 20;

  /**
   * With the base, 423 MiB for 1,000 threads: of all tried loads, oltp_read_write over 250 tables,
   * with statements as text and {@code --pool none}, kept the most after a collection, 400 MB.
   */
  private static final long HEAP_A_THREAD_BYTES = 384L << 10;

  /** Minimum for any load: buffers of a connection, and a worker's records. */
  private static final long LEAST_HEAP_BASE_BYTES = 12L << 20;

  private static final long LEAST_HEAP_A_THREAD_BYTES = 64L << 10;

  /** An idle connection of either driver keeps less after a collection: see docs/decisions.md. */
  private static final long HEAP_AN_IDLE_BYTES = 96L << 10;

  private static final long LEAST_HEAP_AN_IDLE_BYTES = 32L << 10;

  /** Linux keeps the local port of a closed connection for so long, unless it may reuse it. */
  private static final double CLOSED_SECONDS = 60;

  private static final double BUSY_SHARE = 0.25;
  private static final Set<String> SLOW_CLOCKS = Set.of("hpet", "acpi_pm", "pit", "jiffies");
  private static final double DEAR_CLOCK_NANOS = 250;
  private static final double CLOCK_APART_MILLIS = 1_000;

  private ClientChecks() {}

  static List<CheckFinding> hard(ClientFacts client, Need need, boolean remote) {
    return hard(client, need, List.of(need), remote);
  }

  /**
   * The limits that end a run.
   *
   * @param sharers needs of all processes that share local ports with this one, its own included
   */
  static List<CheckFinding> hard(
      ClientFacts client, Need need, List<Need> sharers, boolean remote) {
    List<CheckFinding> findings = new ArrayList<>();
    findings.add(openFiles(client, need));
    findings.add(threads(client, need));
    findings.add(heap(client, need));
    if (remote || need.others().most() > 0) {
      findings.add(ports(client, sharers, remote));
    }
    return List.copyOf(findings);
  }

  static List<CheckFinding> soft(ClientFacts client, Need need) {
    return List.of(load(client), cores(client, need), governor(client), clock(client));
  }

  private static CheckFinding openFiles(ClientFacts client, Need need) {
    String subject = "client's files";
    Long limit = client.limits().openFilesLimit();
    Long open = client.limits().openFiles();
    if (limit == null || open == null) {
      return CheckFinding.unknown(subject, "this system does not report its limit of open files");
    }
    long needed = open + need.connections() + OTHER_FILES;
    String found =
        words("%,d files may be open, %,d are; the run needs about %,d", limit, open, needed);
    return CheckFinding.ok(subject, found)
        .errorIf(
            needed > limit,
            "connections fail with \"Too many open files\"",
            words("ulimit -n %,d", 2 * needed).replace(",", ""));
  }

  private static CheckFinding threads(ClientFacts client, Need need) {
    String subject = "client's threads";
    Long limit = client.limits().threadsLimit();
    if (limit == null) {
      return CheckFinding.unknown(subject, "this system does not report its limit of threads");
    }
    long needed = (long) need.threads() + need.others().threads() + OTHER_THREADS;
    String found =
        words("%,d allowed to this user or container; the run needs about %,d", limit, needed);
    return CheckFinding.ok(subject, found)
        .errorIf(
            needed > limit,
            "threads cannot be started",
            "raise ulimit -u, or the limit of the container");
  }

  private static CheckFinding heap(ClientFacts client, Need need) {
    int others = need.others().most();
    long needed =
        HEAP_BASE_BYTES + need.threads() * HEAP_A_THREAD_BYTES + others * HEAP_AN_IDLE_BYTES;
    String found =
        words(
            "%s at most for objects that stay; %s may need %s",
            Numbers.bytes(client.heapBytes()),
            counted(need.threads(), "thread") + need.others().text(),
            Numbers.bytes(needed));
    // Young objects get at most a third of the heap, unless the user gives them more.
    String remedy = words("BMT_JAVA_OPTIONS=-Xmx%dm", ((needed * 3 / 2) >> 20) + 1);
    return CheckFinding.ok("client's heap", found)
        .errorIf(
            client.heapBytes()
                < LEAST_HEAP_BASE_BYTES
                    + need.threads() * LEAST_HEAP_A_THREAD_BYTES
                    + others * LEAST_HEAP_AN_IDLE_BYTES,
            "memory ends before the load begins",
            remedy)
        .warningIf(
            client.heapBytes() < needed,
            "garbage collection may stop the threads, or memory run out",
            remedy);
  }

  private static CheckFinding ports(ClientFacts client, List<Need> sharers, boolean remote) {
    String subject = "client's ports";
    Long ports = client.ports();
    if (ports == null) {
      return CheckFinding.unknown(subject, "this system does not report its ip_local_port_range");
    }
    String reuse = client.portReuse();
    boolean reused = "1".equals(reuse) || ("2".equals(reuse) && !remote);
    double seconds = reused ? 1 : CLOSED_SECONDS;
    long needed =
        sharers.stream()
            .mapToLong(one -> one.connections() + Math.round(one.others().perSecond() * seconds))
            .sum();
    String sharing = sharers.size() == 1 ? "the run needs" : sharers.size() + " agents here need";
    String found =
        words("%,d local ports, tcp_tw_reuse=%s", ports, reuse == null ? "unknown" : reuse);
    return CheckFinding.ok(subject, words("%s; %s %,d", found, sharing, needed))
        .errorIf(
            ports < needed,
            "connections fail with \"Cannot assign requested address\"",
            "widen net.ipv4.ip_local_port_range");
  }

  private static CheckFinding load(ClientFacts client) {
    Double load = client.load();
    if (load == null) {
      return CheckFinding.unknown("client's load", "this system does not report its load average");
    }
    String found = words("%.2f on %s before we began", load, counted(client.cores(), "core"));
    return CheckFinding.ok("client's load", found)
        .warningIf(
            load > BUSY_SHARE * client.cores(),
            "other processes use this machine, so figures would be of little use",
            "end it, or wait until it is over");
  }

  private static CheckFinding cores(ClientFacts client, Need need) {
    String found = words("%d for %s", client.cores(), counted(need.threads(), "thread"));
    return CheckFinding.ok("client's cores", found)
        .noteIf(
            need.threads() > 32 * client.cores(),
            "threads may wait for a core after the server's answer, and that counts as response"
                + " time",
            "look at the client's CPU in the result: a saturated client makes the run INVALID");
  }

  private static CheckFinding governor(ClientFacts client) {
    String subject = "CPU governor";
    String governor = client.governor();
    if (governor == null) {
      return CheckFinding.unknown(
          subject, "this system has no scaling_governor (virtual machines have none)");
    }
    return governor.equals("performance")
        ? CheckFinding.ok(subject, governor)
        : CheckFinding.note(
            subject,
            governor,
            "the CPU slows down between operations, so that few threads look slower than they are",
            "cpupower frequency-set -g performance");
  }

  private static CheckFinding clock(ClientFacts client) {
    String source = client.clockSource();
    String found =
        words(
            "%s; a reading takes %.0f ns, steps of %,d ns",
            source == null ? "source unknown" : source,
            client.clock().costNanos(),
            client.clock().stepNanos());
    boolean dear =
        client.clock().costNanos() > DEAR_CLOCK_NANOS
            || (source != null && SLOW_CLOCKS.contains(source));
    return CheckFinding.ok("client's clock", found)
        .warningIf(
            dear,
            "every operation reads it twice, which costs a fast workload time",
            "choose clocksource tsc or kvm-clock, where the kernel offers it");
  }

  static CheckFinding timeOfDay(@Nullable TimeOfDay difference) {
    if (difference == null) {
      return CheckFinding.unknown("time of day", "the server does not report its own");
    }
    double ahead = difference.aheadMillis();
    String found =
        words(
            "the server's clock is %.1f ms %s the client's, ± %.1f ms",
            Math.abs(ahead), ahead < 0 ? "behind" : "ahead of", difference.uncertaintyMillis());
    return CheckFinding.ok("time of day", found)
        .noteIf(
            Math.abs(ahead) > CLOCK_APART_MILLIS + difference.uncertaintyMillis(),
            "times in the server's log differ from those of results; figures are not affected,"
                + " because one clock measures them all",
            "synchronize both with a time server");
  }
}
