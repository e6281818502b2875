package io.github.bmt4j.experiment;

/** Tools of {@link Experiment.Session#measure}. */
public interface Work {
  /** The folder of the result, for files beside {@code result.json}. */
  ResultFolder folder();

  Events events();

  Head head();

  /** Stores what an unfinished part has measured. {@link Runner} stores after each part. */
  void keep();
}
