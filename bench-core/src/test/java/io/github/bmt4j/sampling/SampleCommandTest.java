package io.github.bmt4j.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.os.UserFolders;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.ServerSeries.Readings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The user's command, and what becomes of what it prints. */
@DisabledOnOs(OS.WINDOWS)
class SampleCommandTest {
  private static final long SECOND = 1_000_000_000;

  private final SeriesLines.Span span = SeriesLines.Span.since(100 * SECOND);
  private final StopSignal stop = new StopSignal();
  private @TempDir Path temp;

  @Test
  void valuesAreJoinedByTheirOwnTimes() {
    SampleCommand command = atSecond(100);
    command.take(
        List.of("cpu 31.5 102000", "cpu 30 101000", "cpu 31.5 102000", "queue 2", " ", "+inf x"),
        7.25);

    assertThat(command.readings(span))
        .extracting(readings -> readings.lines().get(0).figure())
        .containsExactly("cpu", "queue");
    Readings cpu = command.readings(span).get(0);
    assertThat(cpu.fromSeconds()).containsExactly(1.0, 2.0);
    assertThat(cpu.lines().get(0).values()).containsExactly(30.0, 31.5);
    assertThat(cpu.lines().get(0).mean()).isEqualTo(30.75);
    assertThat(command.readings(span).get(1).toSeconds()).containsExactly(7.25);
    assertThat(command.notes())
        .containsExactly(
            "sample command: a line that is not 'name number [unix-ms]' (1 in all): +inf x");
  }

  @Test
  void aValueOfATimeAfterTheEndDoesNotCount() {
    SampleCommand command = atSecond(100);
    command.take(List.of("lag 21 101000", "lag 0"), 7.25);

    SeriesLines.Span ended = new SeriesLines.Span(100 * SECOND, 100 * SECOND, 107 * SECOND);
    assertThat(command.readings(ended).get(0).lines().get(0).values()).containsExactly(21.0, 0.0);
    assertThat(command.readings(ended).get(0).lines().get(0).mean()).isEqualTo(21);
  }

  @Test
  void numbersAreDecimal() {
    SampleCommand command = atSecond(100);
    command.take(
        List.of("up 3d", "up 0x1p3", "up NaN", "up 1f", "up 1e", "up .", "ok -1.5e+2", "no 3.5.1"),
        1);

    assertThat(command.readings(span))
        .extracting(readings -> readings.lines().get(0).values())
        .containsExactly(List.of(-150.0));
    assertThat(command.notes())
        .containsExactly(
            "sample command: a line that is not 'name number [unix-ms]' (7 in all): up 3d");
  }

  @Test
  void numbersThatCannotBeAddedUpAreLeftOut() {
    SampleCommand command = atSecond(100);
    command.take(List.of("big 1e155", "big -1e400", "large 1e100", "large -1e100 101000"), 2);

    assertThat(command.readings(span)).hasSize(1);
    assertThat(command.readings(span).get(0).lines().get(0).deviation()).isEqualTo(1e100);
    assertThat(command.notes())
        .containsExactly("sample command: a number that is too large (2 in all): big 1e155");
  }

  @Test
  void valuesOfOtherTimesAreToldAndLeftOut() {
    SampleCommand command = atSecond(100);
    command.take(List.of("cpu 1 39000", "cpu 2 41000", "cpu 3 1700000000000"), 0);

    assertThat(command.readings(span)).hasSize(1);
    assertThat(command.readings(span).get(0).lines().get(0).values()).containsExactly(2.0);
    assertThat(command.notes())
        .containsExactly("sample command: a time outside the load (2 in all): cpu 1 39000");
  }

  @Test
  void itIsExecutedAtTheEndTooAndItsFailureIsTold() {
    SampleCommand command = command("echo no access; false", Clock.SYSTEM);
    command.start(Clock.SYSTEM.nanoTime());
    command.end();

    assertThat(command.notes())
        .singleElement()
        .asString()
        .matches(
            "sample command: an execution failed \\([12] in all\\): the sample command ended with"
                + " 1: no access");
  }

  @Test
  void oneThatHangsEndsWithTheRun() throws Exception {
    SampleCommand command = command("echo $$ > pid; sleep 100", Clock.SYSTEM);
    command.start(Clock.SYSTEM.nanoTime());
    Path pid = temp.resolve("pid");
    while (!Files.exists(pid) || !Files.readString(pid).endsWith("\n")) {
      Thread.sleep(10);
    }
    stop.give();
    command.end();

    long process = Long.parseLong(Files.readString(pid).strip());
    for (int look = 0; look < 1_000 && ProcessHandle.of(process).isPresent(); look++) {
      Thread.sleep(10);
    }
    assertThat(ProcessHandle.of(process)).isEmpty();
    assertThat(command.notes()).isEmpty();
  }

  /** Its output may have secrets as long as it runs, and stays so when bmt is killed then. */
  @Test
  void noOtherUserCanReadItsOutputWhileItRuns() throws Exception {
    SampleCommand command = command("echo token=geheim; touch begun; sleep 100", Clock.SYSTEM);
    command.start(Clock.SYSTEM.nanoTime());
    while (!Files.exists(temp.resolve("begun"))) {
      Thread.sleep(10);
    }
    Path log = temp.resolve(SampleCommand.LOG);
    assertThat(log).doesNotExist();
    Path work = UserFolders.cache().resolve("work");
    if (Files.isDirectory(work)) {
      assertThat(Files.getPosixFilePermissions(work))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
    stop.give();
    command.end();
    assertThat(log).hasContent("token=***");
  }

  @Test
  void itsSecretsAreNotStored() {
    assertThat(new CommandText("get --password geheim1 x").toString())
        .doesNotContain("geheim1")
        .startsWith("get --password");
  }

  private SampleCommand command(String text, Clock clock) {
    return new SampleCommand(
        "cd '" + temp + "' && { " + text + "; }",
        temp.resolve(SampleCommand.LOG),
        Secret.NONE,
        Duration.ofMinutes(1),
        clock,
        stop::given);
  }

  /** At a second of the time of day, when the measurement began. */
  private SampleCommand atSecond(long second) {
    ManualClock clock = new ManualClock(second * SECOND);
    SampleCommand command = command("true", clock);
    command.began(second * SECOND);
    clock.advance(60 * SECOND);
    return command;
  }
}
