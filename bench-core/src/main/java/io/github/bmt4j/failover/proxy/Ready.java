package io.github.bmt4j.failover.proxy;

import java.nio.channels.SelectionKey;

/** Handler that waits for a channel; every key of the forwarder has one attached. */
interface Ready {
  /** An operation that the key asked for is possible. The key is valid. */
  void ready(SelectionKey key);
}
