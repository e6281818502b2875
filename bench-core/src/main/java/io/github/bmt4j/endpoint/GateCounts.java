package io.github.bmt4j.endpoint;

/**
 * What went through a gate since it was opened.
 *
 * @param accepted connections of clients that were accepted
 * @param open accepted connections that have not ended yet
 * @param failed accepted connections that were reset because the target could not be reached
 */
public record GateCounts(long accepted, long open, long failed) {}
