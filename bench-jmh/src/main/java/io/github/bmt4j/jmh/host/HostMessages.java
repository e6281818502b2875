package io.github.bmt4j.jmh.host;

import io.github.bmt4j.progress.Progress;
import java.io.PrintStream;

/** Lines for the user before JMH begins to print, apart from JMH's own output. */
record HostMessages(PrintStream err) implements Progress {
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
