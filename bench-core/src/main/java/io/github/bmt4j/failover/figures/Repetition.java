package io.github.bmt4j.failover.figures;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.report.Reason;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One fault and its result.
 *
 * @param number from 1
 * @param notes notes that qualify the figures
 * @param advice changes to make
 * @param cannotWork the driver's message, if the application did not work even before the fault;
 *     absent if it did
 * @param endedEarly true if the observation ended before it could show whether the application
 *     recovers; absent otherwise
 */
public record Repetition(
    int number,
    Verdict verdict,
    FailoverFigures figures,
    List<ErrorCount> errors,
    List<Moment> timeline,
    List<String> notes,
    List<Advice> advice,
    @Nullable String cannotWork,
    @Nullable Boolean endedEarly) {
  public Repetition(
      int number,
      Verdict verdict,
      FailoverFigures figures,
      List<ErrorCount> errors,
      List<Moment> timeline,
      List<String> notes) {
    this(number, verdict, figures, errors, timeline, notes, List.of(), null, null);
  }

  /**
   * A moment of the timeline.
   *
   * @param atMs since the fault
   */
  public record Moment(double atMs, TimelineEvent.Kind what, String node, String text) {}

  /**
   * Failed attempts of one kind.
   *
   * @param probe probe of the operations
   * @param firstMs since the fault
   * @param lastMs since the fault
   */
  public record ErrorCount(
      ProbeKind probe,
      String phase,
      int code,
      String sqlState,
      Outcome outcome,
      long count,
      double firstMs,
      double lastMs) {
    public ErrorKind kind() {
      return new ErrorKind(probe, phase, code, sqlState, outcome);
    }
  }

  /** Phase and error of failed attempts of a probe. */
  public record ErrorKind(
      ProbeKind probe, String phase, int code, String sqlState, Outcome outcome) {}

  public boolean valid() {
    return verdict.status() == Status.VALID;
  }

  /** This repetition, of an application that cannot work, with its driver's message. */
  public Repetition cannotWork(@Nullable String words) {
    return new Repetition(
        number, verdict, figures, errors, timeline, notes, advice, words, endedEarly);
  }

  public Repetition advised(List<Advice> what) {
    return new Repetition(
        number, verdict, figures, errors, timeline, notes, what, cannotWork, endedEarly);
  }

  public Repetition endedEarly(boolean early) {
    return new Repetition(
        number,
        verdict,
        figures,
        errors,
        timeline,
        notes,
        advice,
        cannotWork,
        early ? (Boolean) true : null);
  }

  /**
   * Names of services that had not recovered although they were watched to the end; empty if all
   * had.
   */
  public List<String> unrecovered() {
    return endedEarly == null ? figures.unrecovered() : List.of();
  }

  public Repetition invalid(Reason reason) {
    return with(Verdict.of(and(verdict.reasons(), reason)), notes);
  }

  public Repetition noted(String note) {
    return with(verdict, and(notes, note));
  }

  private Repetition with(Verdict judged, List<String> all) {
    return new Repetition(
        number, judged, figures, errors, timeline, all, advice, cannotWork, endedEarly);
  }

  private static <T> List<T> and(List<T> some, T one) {
    return Stream.concat(some.stream(), Stream.of(one)).toList();
  }

  /** A repetition that could not be played: INVALID, with a reason and without figures. */
  public static Repetition notPlayed(int number, Reason reason) {
    return new Repetition(
        number, Verdict.of(List.of(reason)), FailoverFigures.NONE, List.of(), List.of(), List.of());
  }

  public Repetition withoutFault() {
    return new Repetition(number, verdict, FailoverFigures.NONE, errors, List.of(), List.of());
  }
}
