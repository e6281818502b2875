package io.github.bmt4j.workload;

/**
 * What a session is made for.
 *
 * @param worker number of its worker, from 0
 * @param workers how many workers the run has
 * @param seed seed of the run's keys and values; a session mixes its worker number in
 */
public record SessionContext(Params params, int worker, int workers, long seed) {}
