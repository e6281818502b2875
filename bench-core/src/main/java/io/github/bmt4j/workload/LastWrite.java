package io.github.bmt4j.workload;

/**
 * A write that was acknowledged, and how to see whether it is there.
 *
 * @param sql a query that gives one value if it is, quickly
 * @param content the value; empty if the query must give none
 * @param kept true if no later write of the workload changes the result of the query
 */
public record LastWrite(String sql, String content, boolean kept) {}
