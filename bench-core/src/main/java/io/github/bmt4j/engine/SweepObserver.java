package io.github.bmt4j.engine;

import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.SweepResult;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Told how a sweep goes, on the thread that runs it. */
public interface SweepObserver {
  /**
   * Everything is ready and the first step begins.
   *
   * @param folder where the sweep is stored
   */
  void started(Environment environment, Path folder);

  /** A step begins. What is returned is told how it goes. */
  RunObserver begins(Job step);

  /**
   * A step has ended, and the sweep is stored with it.
   *
   * @param base the first VALID step of the sweep; nothing while there is none
   */
  void ended(SweepResult.Step step, SweepResult.@Nullable Step base);
}
