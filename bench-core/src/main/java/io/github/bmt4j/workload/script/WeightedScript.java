package io.github.bmt4j.workload.script;

/**
 * A script and its weight.
 *
 * @param weight its share of the operations is its weight divided by the sum of all weights; 0 for
 *     never
 */
record WeightedScript(Script script, int weight) {}
