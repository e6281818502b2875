package io.github.bmt4j.load.run;

import io.github.bmt4j.jdbc.Target;

/**
 * A node of a cluster whose lag is watched during a load.
 *
 * @param name such as {@code node2}, or host and port
 * @param target its own address, past any proxy
 */
public record WatchedNode(String name, Target target) {}
