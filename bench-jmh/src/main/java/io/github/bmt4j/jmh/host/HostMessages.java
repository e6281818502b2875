package io.github.bmt4j.jmh.host;

import io.github.bmt4j.progress.Progress;
import java.io.PrintStream;

/** Lines for the user before JMH begins to print, apart from JMH's own output. */
final class HostMessages implements Progress {
  private final PrintStream err;

  HostMessages(PrintStream err) {
    this.err = err;
  }

  @Override
  public void say(String line) {
    err.println(line);
  }

  @Override
  public Step begin(String what, long total, String unit) {
    say(what + " …");
    return SILENT.begin(what, total, unit);
  }
}
