package io.github.bmt4j.jmh.host;

import io.github.bmt4j.os.UserFolders;

/** Entry point of {@code benchmarks.jar}. */
public final class JmhMain {
  private JmhMain() {}

  /** Runs what JMH's options say, and ends the JVM with the exit code. */
  public static void main(String[] args) throws Exception {
    UserFolders.findHome();
    System.exit(new Host(System.out, System.err).run(args));
  }
}
