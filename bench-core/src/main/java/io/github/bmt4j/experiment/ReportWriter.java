package io.github.bmt4j.experiment;

/** Shows an experiment while it goes on, and then its result. */
public interface ReportWriter extends Events {
  /** Shows the result and where it is stored. */
  void ended(Runner.Outcome<?> outcome);

  /** Shows a stored result again, whole. */
  void show(RunStore.Stored stored);
}
