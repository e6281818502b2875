package io.github.bmt4j.failover.proxy;

/**
 * Connections of a port of the proxy since it was opened.
 *
 * @param accepted connections of clients that were accepted
 * @param open accepted connections that have not ended yet
 * @param failed accepted connections that were reset because the target could not be reached
 */
record ProxyCounts(long accepted, long open, long failed) {}
