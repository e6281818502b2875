package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.TimeOfDay;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.preflight.Doctor.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of the client, a need on either side of each. */
class ClientChecksTest {
  /** Changes of a client with which nothing is wrong, and threads of a run. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          openFilesLimit=122 | 10   | client's files   | OK
          openFilesLimit=121 | 10   | client's files   | ERROR
          openFilesLimit=-   | 10   | client's files   | NOTE
          threadsLimit=60    | 10   | client's threads | OK
          threadsLimit=59    | 10   | client's threads | ERROR
          threadsLimit=-     | 10   | client's threads | NOTE
          ports=12           | 10   | client's ports   | OK
          ports=11           | 10   | client's ports   | ERROR
          ports=-            | 10   | client's ports   | NOTE
          heapBytes=54263808 | 10   | client's heap    | OK
          heapBytes=54263807 | 10   | client's heap    | WARNING
          heapBytes=78118912 | 1000 | client's heap    | WARNING
          heapBytes=78118911 | 1000 | client's heap    | ERROR
          load=1.0           | 1    | client's load    | OK
          load=1.01          | 1    | client's load    | WARNING
          load=-             | 1    | client's load    | NOTE
          governor=performance | 128  | client's cores   | OK
          governor=performance | 129  | client's cores   | NOTE
          governor=powersave | 1    | CPU governor     | NOTE
          governor=performance | 1  | CPU governor     | OK
          clock=250          | 1    | client's clock   | OK
          clock=251          | 1    | client's clock   | WARNING
          clockSource=hpet   | 1    | client's clock   | WARNING
          """)
  void aLimitHasTwoSides(String fact, int threads, String subject, Severity severity) {
    String[] sides = fact.split("=", -1);
    Object value =
        switch (sides[0]) {
          case "clock" -> new ClientFacts.ClockCheck(Double.parseDouble(sides[1]), 20);
          case "load" -> sides[1].equals("-") ? null : Double.valueOf(sides[1]);
          case "governor", "clockSource" -> sides[1];
          default -> sides[1].equals("-") ? null : Long.valueOf(sides[1]);
        };
    ClientFacts client = Made.like(Facts.client()).set(sides[0], value).record();
    Need need = Facts.need(threads, 1);
    List<CheckFinding> findings = new ArrayList<>(ClientChecks.hard(client, need, true));
    findings.addAll(ClientChecks.soft(client, need));
    assertThat(Facts.about(subject, findings).severity()).isEqualTo(severity);
  }

  @Test
  void portsDoNotMatterOnLoopback() {
    assertThat(
            ClientChecks.hard(
                Made.like(Facts.client()).set("ports", 1L).record(), Facts.need(10, 1), false))
        .noneMatch(finding -> finding.subject().equals("client's ports"));
  }

  /**
   * Of a closed connection, Linux keeps the port for a minute, or a second where it may reuse it.
   */
  @ParameterizedTest
  @CsvSource({
    "3112, 0, true, OK",
    "3111, 0, true, ERROR",
    "3111, 0, false, ERROR",
    "162, 1, true, OK",
    "161, 1, true, ERROR",
    "3112, 2, true, OK",
    "3111, 2, true, ERROR",
    "162, 2, false, OK",
    "161, 2, false, ERROR",
  })
  void newConnectionsNeedPortsAfterTheirEnd(
      long ports, String reuse, boolean remote, Severity severity) {
    Need need =
        Made.like(Facts.need(10, 1)).set("others", new ConnectionScenario(50, 60, 50)).record();
    ClientFacts client =
        Made.like(Facts.client()).set("ports", ports).set("portReuse", reuse).record();

    assertThat(Facts.about("client's ports", ClientChecks.hard(client, need, remote)).severity())
        .isEqualTo(severity);
  }

  @Test
  void idleConnectionsNeedFilesAndHeap() {
    Need need =
        Made.like(Facts.need(10, 1)).set("others", new ConnectionScenario(10_000, 60, 0)).record();
    ClientFacts client =
        Made.like(Facts.client())
            .set("openFilesLimit", 10_121L)
            .set("heapBytes", 1L << 30)
            .record();

    CheckFinding files = Facts.about("client's files", ClientChecks.hard(client, need, false));
    assertThat(files.severity()).isEqualTo(Severity.ERROR);
    assertThat(files.found()).endsWith("the run needs about 10,122");
    assertThat(Facts.about("client's heap", ClientChecks.hard(client, need, false)).found())
        .contains("10 threads, 10,000 idle connections may need");
  }

  @Test
  void aThousandThreadsNeedTheHeapThatWasSeen() {
    // -Xmx512m less the eighth for young objects; 400 MB were seen to stay.
    assertThat(heapOfAThousand(448L << 20).severity()).isEqualTo(Severity.OK);
    CheckFinding small = heapOfAThousand(400L << 20);
    assertThat(small.severity()).isEqualTo(Severity.WARNING);
    assertThat(small.found())
        .isEqualTo("400.0 MiB at most for objects that stay; 1,000 threads may need 423.0 MiB");
    assertThat(small.remedy()).isEqualTo("BMT_JAVA_OPTIONS=-Xmx635m");
    // What it advises is enough, with a third of it for young objects.
    assertThat(heapOfAThousand((635L << 20) * 2 / 3).severity()).isEqualTo(Severity.OK);
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

  private static CheckFinding heapOfAThousand(long bytes) {
    List<CheckFinding> findings =
        ClientChecks.hard(
            Made.like(Facts.client()).set("heapBytes", bytes).record(), Facts.need(1_000, 1), true);
    return Facts.about("client's heap", findings);
  }
}
