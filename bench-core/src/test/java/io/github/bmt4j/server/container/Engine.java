package io.github.bmt4j.server.container;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;

/** The container engine that tests find on this machine. */
public final class Engine {
  private Engine() {}

  /** Why there is none; empty when there is one. */
  public static String obstacle() {
    try {
      Containers.load(Progress.SILENT).requireEngine();
      return "";
    } catch (TargetException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
