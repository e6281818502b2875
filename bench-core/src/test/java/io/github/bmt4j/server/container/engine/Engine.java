package io.github.bmt4j.server.container.engine;

import io.github.bmt4j.failure.TargetException;

/** The container engine that tests find on this machine. */
public final class Engine {
  private Engine() {}

  /** Why there is none; empty when there is one. */
  public static String obstacle() {
    try {
      ContainerEngine.require();
      return "";
    } catch (TargetException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
