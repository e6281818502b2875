package io.github.bmt4j.workload;

/**
 * By what a write can be found in the tables again.
 *
 * @param place place, such as {@code set 1, w 1, d 10, o 3001}; a place that was given up may be
 *     taken by another write
 * @param content content, which differs from that of another write at this place
 */
public record WriteTrace(String place, String content) {}
