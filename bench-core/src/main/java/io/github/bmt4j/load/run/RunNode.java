package io.github.bmt4j.load.run;

/**
 * A watched node of a run.
 *
 * @param server that answers there
 */
record RunNode(WatchedNode node, RunServer server) {}
