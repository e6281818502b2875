package io.github.bmt4j.server.container;

/** The container engine that tests find on this machine. */
public final class Engine {
  private Engine() {}

  /** Why there is none; empty when there is one. */
  public static String obstacle() {
    return ContainerEngine.isThere() ? "" : "no Docker engine answers";
  }
}
