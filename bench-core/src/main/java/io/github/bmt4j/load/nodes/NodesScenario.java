package io.github.bmt4j.load.nodes;

import java.util.List;

/**
 * Nodes that are watched during a load.
 *
 * @param nodes host and port of nodes of the user's cluster; empty for all nodes of a cluster that
 *     bmt started
 * @param countRows true if the rows of the workload's tables are counted during the load too
 */
public record NodesScenario(List<String> nodes, boolean countRows) {}
