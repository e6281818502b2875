package io.github.bmt4j.workload;

/**
 * A figure that only this workload has, such as TPC-C's new orders a minute. More is better.
 *
 * @param name such as {@code NOPM}
 * @param unit such as {@code 1/min}
 */
public record WorkloadFigure(String name, double value, String unit) {}
