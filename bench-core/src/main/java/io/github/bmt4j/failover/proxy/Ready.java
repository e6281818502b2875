package io.github.bmt4j.failover.proxy;

import java.nio.channels.SelectionKey;

/** Somebody who waits for a channel; what every key of the forwarder has attached. */
interface Ready {
  /** Something that the key asked for can be done. The key is valid. */
  void ready(SelectionKey key);
}
