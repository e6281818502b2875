package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;

/** Progress as lines on standard output, where JMH shows what a fork does. */
public final class ProgressLines implements Progress, Events {
  @Override
  public void say(String line) {
    System.out.println("# " + line);
  }

  @Override
  public Step begin(String what, long total, String unit) {
    return SILENT.begin(what, total, unit);
  }

  @Override
  public void started(Started what, Path folder) {}

  @Override
  public void line(String line) {
    line.lines().forEach(this::say);
  }

  @Override
  public Step step(String what, long total, String unit) {
    return begin(what, total, unit);
  }
}
