package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.ClientUsage;
import io.github.bmt4j.load.ProcessorWatch.Reading;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client on two processors whose operations have a mean of 2 ms. */
class BusyMachineTest {
  @Test
  void aClientThatOtherProcessesKeepFromTheProcessorsIsInvalid() {
    Reading busy = new Reading(80, 920, 1000, 900, 0, 50, 100);

    assertThat(spoils(busy, 4, 10))
        .contains(
            "other programs used 75 % of the client's processors: end them, or run bmt elsewhere"
                + " (the client waited for a processor 92 % of the time in which it had work, by up"
                + " to 1.15 ms in the mean)");
    assertThat(spoils(busy, 4, 4.9)).as("too short").isEmpty();
  }

  /** At each limit, and a little beyond. */
  @ParameterizedTest
  @CsvSource({"75, 26, false", "76, 25, false", "76, 26, true", "95, 10, false"})
  void waitingSpoilsWhereOthersTakeTheProcessors(int waited, int others, boolean spoils) {
    Reading used = new Reading(100 - waited, waited, 100, others + 10, 0, 5, 5);

    assertThat(spoils(used, 4, 10).isPresent()).isEqualTo(spoils);
    assertThat(note(used, 4).isPresent()).isEqualTo(others > 25);
  }

  @Test
  void aPartOfAnOperationIsNotLongerThanTheOperation() {
    assertThat(note(new Reading(1, 999, 1000, 900, 0, 50, 100), 4).orElseThrow())
        .contains(", by up to 2.00 ms in the mean)");
  }

  @Test
  void manyThreadsWaitForEachOther() {
    Reading crowd = new Reading(10, 990, 1000, 900, 0, 300, 500);

    assertThat(spoils(crowd, 64, 10)).as("only the client and its server").isEmpty();
    assertThat(note(crowd, 64)).isEmpty();
  }

  /**
   * Where a server that bmt did not start may be the other process, it may take as much as it has
   * threads: 64 and a server's 64 wait at most 98.5 % of the time, 4 and 4 80 %.
   */
  @ParameterizedTest
  @CsvSource({
    "4, 74, false, false",
    "4, 85, true, false",
    "4, 91, true, true",
    "64, 97, false, false",
    "64, 99, true, true"
  })
  void moreWaitingThanAServerExplainsIsThatOfOthers(
      int threads, int waited, boolean noted, boolean spoils) {
    Reading used = new Reading(100 - waited, waited, 100, 90, 0, 5, 0);

    assertThat(load(used, threads).client().othersShare()).isNull();
    assertThat(note(used, threads).isPresent()).isEqualTo(noted);
    assertThat(spoils(used, threads, 10).isPresent()).isEqualTo(spoils);
  }

  @Test
  void aHostThatKeepsAQuarterOfTheProcessorsMakesTheRunInvalid() {
    Reading quarter = new Reading(10, 0, 1000, 300, 250, 100, 200);
    Reading more = new Reading(10, 0, 1000, 300, 260, 100, 200);

    assertThat(spoils(quarter, 4, 10)).isEmpty();
    assertThat(note(quarter, 4))
        .contains("the host of the client's machine kept 25 % of the client's processors (steal)");
    assertThat(spoils(more, 4, 10)).isPresent();
  }

  /** At the limit of the note, and a little beyond. */
  @Test
  void theUseByOthersIsSaidOfAValidRunOnly() {
    assertThat(BusyMachine.ofOthers(used(0.25, Verdict.of(List.of())))).isEmpty();
    assertThat(BusyMachine.ofOthers(used(null, Verdict.of(List.of())))).isEmpty();
    assertThat(BusyMachine.ofOthers(used(0.26, Verdict.of(List.of()))))
        .contains("other programs used 26 % of the client's processors");
    assertThat(BusyMachine.ofOthers(used(0.9, Verdict.of(List.of(Code.CUT_OFF.of("cut"))))))
        .as("the first line says why it is INVALID")
        .isEmpty();
  }

  private static RunResult used(@Nullable Double others, Verdict verdict) {
    RunResult run = SampleResult.closedLoop();
    return Made.like(run)
        .set("client", Made.like(run.client()).set("othersShare", others).record())
        .set("verdict", verdict)
        .record();
  }

  @Test
  void whatTheSystemDoesNotTellIsNotJudged() {
    assertThat(spoils(null, 4, 10)).isEmpty();
    assertThat(note(null, 4)).isEmpty();
  }

  private static Optional<String> spoils(@Nullable Reading used, int threads, double seconds) {
    return BusyMachine.spoils(load(used, threads), seconds).map(Reason::text);
  }

  private static Optional<String> note(@Nullable Reading used, int threads) {
    return BusyMachine.note(load(used, threads)).map(Reason::text);
  }

  private static BusyMachine.MachineUse load(@Nullable Reading used, int threads) {
    return new BusyMachine.MachineUse(
        "",
        RunResult.Client.of(
            new ClientReadings(
                new ClientUsage(1_000_000_000, 3), used, 1_666_666_667, 2, 50_000, null, null, 0),
            true),
        threads,
        2,
        10_000,
        2.0);
  }
}
