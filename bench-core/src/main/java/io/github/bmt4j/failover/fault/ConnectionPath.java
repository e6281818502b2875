package io.github.bmt4j.failover.fault;

import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;

/** The way from the application to its servers. */
public interface ConnectionPath {
  /**
   * Points the endpoint or name of the primary to a node.
   *
   * @return description of the change, for people; "" where nothing represents the primary
   */
  String point(Node node) throws TargetException;

  /**
   * Lets the application's work wait in its pools.
   *
   * @return description of the work that waits, for people
   */
  String hold() throws TargetException;

  /** Lets waiting work go on, to the node that the path now points to. */
  void release() throws TargetException;

  ProxyHandle proxy(Node node);
}
