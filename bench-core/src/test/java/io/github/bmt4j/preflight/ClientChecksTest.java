package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.TimeOfDay;
import io.github.bmt4j.preflight.Doctor.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Limits of the client, a need on either side of each. */
class ClientChecksTest {
  @Test
  void filesThreadsAndPortsAreEnoughOrAnError() {
    // 60 are open, 10 + 2 connections, 50 others.
    assertThat(hard("client's files", files(122L))).isEqualTo(Severity.OK);
    assertThat(hard("client's files", files(121L))).isEqualTo(Severity.ERROR);
    assertThat(hard("client's files", files(null))).isEqualTo(Severity.NOTE);
    assertThat(hard("client's threads", threads(60L))).isEqualTo(Severity.OK);
    assertThat(hard("client's threads", threads(59L))).isEqualTo(Severity.ERROR);
    assertThat(hard("client's threads", threads(null))).isEqualTo(Severity.NOTE);
    assertThat(hard("client's ports", ports(12L))).isEqualTo(Severity.OK);
    assertThat(hard("client's ports", ports(11L))).isEqualTo(Severity.ERROR);
    assertThat(hard("client's ports", ports(null))).isEqualTo(Severity.NOTE);
  }

  @Test
  void portsDoNotMatterOnLoopback() {
    assertThat(ClientChecks.hard(ports(1L), Facts.need(10, 1), false))
        .noneMatch(finding -> finding.subject().equals("client's ports"));
  }

  @Test
  void smallHeapIsWarnedOf() {
    long enough = (48L << 20) + 10 * (384L << 10);
    assertThat(hard("client's heap", heap(enough))).isEqualTo(Severity.OK);
    assertThat(hard("client's heap", heap(enough - 1))).isEqualTo(Severity.WARNING);
  }

  @Test
  void heapThatHoldsNoLoadIsRefused() {
    assertThat(heapOfAThousand((12L << 20) + 1_000 * (64L << 10)).severity())
        .isEqualTo(Severity.WARNING);
    assertThat(heapOfAThousand((12L << 20) + 1_000 * (64L << 10) - 1).severity())
        .isEqualTo(Severity.ERROR);
  }

  @Test
  void aThousandThreadsNeedTheHeapThatWasSeen() {
    // -Xmx512m less the eighth for young objects; 400 MB were seen to stay.
    assertThat(heapOfAThousand(448L << 20).severity()).isEqualTo(Severity.OK);
    Finding small = heapOfAThousand(400L << 20);
    assertThat(small.severity()).isEqualTo(Severity.WARNING);
    assertThat(small.found())
        .isEqualTo("400.0 MiB at most for objects that stay; 1,000 threads may need 423.0 MiB");
    assertThat(small.remedy()).isEqualTo("BMT_JAVA_OPTIONS=-Xmx635m");
    // What it advises is enough, with a third of it for young objects.
    assertThat(heapOfAThousand((635L << 20) * 2 / 3).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void busyMachineIsWarnedOf() {
    assertThat(soft("client's load", load(1.0), 1)).isEqualTo(Severity.OK);
    assertThat(soft("client's load", load(1.01), 1)).isEqualTo(Severity.WARNING);
    assertThat(soft("client's load", load(null), 1)).isEqualTo(Severity.NOTE);
    assertThat(soft("client's cores", Facts.client(), 128)).isEqualTo(Severity.OK);
    assertThat(soft("client's cores", Facts.client(), 129)).isEqualTo(Severity.NOTE);
  }

  @Test
  void governorAndClockHaveTwoSides() {
    assertThat(soft("CPU governor", clocked("tsc", 25), 1)).isEqualTo(Severity.NOTE);
    assertThat(soft("CPU governor", Facts.client(), 1)).isEqualTo(Severity.OK);
    assertThat(soft("client's clock", clocked("tsc", 250), 1)).isEqualTo(Severity.OK);
    assertThat(soft("client's clock", clocked("tsc", 251), 1)).isEqualTo(Severity.WARNING);
    assertThat(soft("client's clock", clocked("hpet", 25), 1)).isEqualTo(Severity.WARNING);
  }

  @Test
  void timeOfDayIsBetweenQuestionAndAnswer() {
    Instant asked = Instant.parse("2026-01-01T00:00:00Z");
    TimeOfDay even = new TimeOfDay(asked, asked.plusMillis(5), asked.plusMillis(10));
    assertThat(even.aheadMillis()).isCloseTo(0, within(1e-9));
    assertThat(even.uncertaintyMillis()).isEqualTo(5);
    assertThat(ClientChecks.timeOfDay(even).severity()).isEqualTo(Severity.OK);
    TimeOfDay late = new TimeOfDay(asked, asked.minusMillis(1_001), asked.plusMillis(10));
    assertThat(ClientChecks.timeOfDay(late).found())
        .isEqualTo("the server's clock is 1006.0 ms behind the client's, ± 5.0 ms");
    assertThat(ClientChecks.timeOfDay(late).severity()).isEqualTo(Severity.NOTE);
    assertThat(ClientChecks.timeOfDay(null).severity()).isEqualTo(Severity.NOTE);
  }

  @Test
  void readsLimitsAsLinuxWritesThem() {
    assertThat(ClientFacts.ports("32768\t60999")).isEqualTo(28_232);
    assertThat(ClientFacts.ports(null)).isNull();
    String limits =
        "Max file size unlimited\nMax processes             96365   96365   processes\n";
    assertThat(ClientFacts.threadsLimit(limits, null)).isEqualTo(96_365);
    assertThat(ClientFacts.threadsLimit(limits, "max")).isEqualTo(96_365);
    assertThat(ClientFacts.threadsLimit(limits, "512")).isEqualTo(512);
    assertThat(ClientFacts.threadsLimit("Max processes   unlimited", null)).isNull();
  }

  @Test
  void everyMachineTellsHeapCoresAndClock() {
    ClientFacts here = ClientFacts.read(Clock.SYSTEM);
    assertThat(here.heapBytes()).isPositive().isLessThanOrEqualTo(Runtime.getRuntime().maxMemory());
    assertThat(here.cores()).isPositive();
    boolean told = Files.exists(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
    assertThat(here.ports() != null).isEqualTo(told);
    assertThat(here.clock().costNanos()).isPositive();
    assertThat(here.clock().stepNanos()).isPositive();
  }

  private static Severity hard(String subject, ClientFacts client) {
    return Facts.about(subject, ClientChecks.hard(client, Facts.need(10, 1), true)).severity();
  }

  private static Finding heapOfAThousand(long bytes) {
    List<Finding> findings = ClientChecks.hard(heap(bytes), Facts.need(1_000, 1), true);
    return Facts.about("client's heap", findings);
  }

  private static Severity soft(String subject, ClientFacts client, int threads) {
    List<Finding> findings = ClientChecks.soft(client, Facts.need(threads, 1));
    return Facts.about(subject, findings).severity();
  }

  private static ClientFacts files(@Nullable Long limit) {
    return Facts.client(limit, 100L, 100L, 1L << 30, 0.0);
  }

  private static ClientFacts threads(@Nullable Long limit) {
    return Facts.client(1_000L, limit, 100L, 1L << 30, 0.0);
  }

  private static ClientFacts ports(@Nullable Long ports) {
    return Facts.client(1_000L, 100L, ports, 1L << 30, 0.0);
  }

  private static ClientFacts heap(long bytes) {
    return Facts.client(1_000L, 100L, 100L, bytes, 0.0);
  }

  private static ClientFacts load(@Nullable Double load) {
    return Facts.client(1_000L, 100L, 100L, 1L << 30, load);
  }

  private static ClientFacts clocked(String source, double costNanos) {
    return new ClientFacts(
        1L,
        1L,
        1L,
        1L,
        null,
        1,
        4,
        0.0,
        "powersave",
        source,
        new ClientFacts.ClockCheck(costNanos, 20));
  }
}
