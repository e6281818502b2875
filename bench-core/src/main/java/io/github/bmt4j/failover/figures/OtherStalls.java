package io.github.bmt4j.failover.figures;

/** The times without an OK write other than the write outage. */
public record OtherStalls(long number, double sumMs, double longestMs) {}
