package io.github.bmt4j.workload;

/**
 * An acknowledged write, and a query that checks whether it is still stored.
 *
 * @param sql a fast query that returns one value if the write is stored
 * @param content the value; empty if the query must return none
 * @param kept true if no later write of the workload changes the result of the query
 */
public record LastWrite(String sql, String content, boolean kept) {}
