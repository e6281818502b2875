package io.github.bmt4j.failover.fault;

import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster.Node;

/** The way from the application to its servers. */
public interface ConnectionPath {
  /**
   * Points what stands for the primary (an endpoint, a name) to a node.
   *
   * @return what was pointed, for people; "" where nothing stands for the primary
   */
  String point(Node node) throws TargetException;

  /**
   * Lets the application's work wait. Nothing happens for {@link Hold#NONE}.
   *
   * @return what waits, for people; "" where nothing does
   */
  String hold(Hold where) throws TargetException;

  /** Lets what waits go on, to where the path points now. */
  void release(Hold where) throws TargetException;

  /** Proxy at which the application's connections to a node can be broken. */
  ProxyHandle proxy(Node node);
}
