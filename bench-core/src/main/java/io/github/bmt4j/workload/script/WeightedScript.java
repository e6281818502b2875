package io.github.bmt4j.workload.script;

/**
 * A script, and how often it is executed.
 *
 * @param weight its share of the operations is its weight over the sum of all; 0: never
 */
record WeightedScript(Script script, int weight) {}
