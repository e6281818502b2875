package io.github.bmt4j.fault;

import io.github.bmt4j.endpoint.Gate;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.ReplicationLab.Node;

/** The way from the application to its servers. */
public interface Way {
  /**
   * Points what stands for the primary (an endpoint, a name) to a node.
   *
   * @return what was pointed, for people; "" where nothing stands for the primary
   */
  String point(Node node) throws TargetException;

  /** Where the application's connections to a node can be broken. */
  Gate gate(Node node);
}
