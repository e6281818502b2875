package io.github.bmt4j.server;

import io.github.bmt4j.progress.Progress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Progress that remembers what it was told. */
public final class Heard implements Progress {
  public final List<String> lines = new CopyOnWriteArrayList<>();
  final List<String> steps = new CopyOnWriteArrayList<>();

  @Override
  public void say(String line) {
    lines.add(line);
  }

  @Override
  public Step begin(String what, long total, String unit) {
    steps.add(what);
    return Progress.SILENT.begin(what, total, unit);
  }
}
