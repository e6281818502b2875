package io.github.bmt4j.server;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import java.util.List;

/** The server of one node of a cluster. It keeps its data from one start to the next. */
public interface NodeServer {
  Flavor flavor();

  /**
   * Gives it fresh data; it must be down.
   *
   * @param statements statements that its next start executes before it is ready, one on each line;
   *     may be empty
   */
  void renew(String statements) throws TargetException;

  /**
   * Starts it and waits until it takes logins.
   *
   * @param options in addition to those of every server of bmt
   * @param login login that must work
   * @return false when another process has the node's port
   * @throws TargetException when it does not start
   */
  boolean start(Cluster.Node node, List<String> options, Login login) throws TargetException;

  /** Returns true if it was started and has not ended, even if frozen. */
  boolean isRunning();

  /** Returns true if it is suspended, with its sockets open. */
  boolean isFrozen() throws TargetException;

  /** Suspends it; it must be running. */
  void freeze() throws TargetException;

  /** Resumes it; it must be frozen. */
  void thaw() throws TargetException;

  /** Kills it, frozen or not, and waits until it has gone. */
  boolean kill() throws TargetException;

  /** Requests an orderly shutdown, and waits up to a number of seconds. */
  boolean shutDown(int seconds) throws TargetException;

  /** Ends it for good: nothing is started afterwards. */
  void end();
}
