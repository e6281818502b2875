package io.github.bmt4j.experiment;

/** Tools of {@link Experiment.Session#measure}. */
public interface Work {
  /** The folder of the result, for files beside {@code result.json}. */
  ResultFolder folder();

  Events events();

  Head head();

  /**
   * Stores what has been measured of a part that is not complete yet. {@link Runner} does the same
   * after each part.
   */
  void keep();
}
