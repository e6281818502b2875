package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.progress.Progress;

/** Progress as lines on standard output, where JMH shows what a fork does. */
public final class Lines implements Progress {
  @Override
  public void say(String line) {
    System.out.println("# " + line);
  }

  @Override
  public Step begin(String what, long total, String unit) {
    return SILENT.begin(what, total, unit);
  }
}
