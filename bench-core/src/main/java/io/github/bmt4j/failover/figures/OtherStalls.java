package io.github.bmt4j.failover.figures;

/** The times without an OK write beside the write outage. */
public record OtherStalls(long number, double sumMs, double longestMs) {}
