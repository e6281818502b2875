package io.github.bmt4j.load;

/**
 * What one worker did of the measured operations.
 *
 * @param transactions its operations that ended OK
 * @param responseNanos their response times, added up
 */
public record WorkerShare(long transactions, long responseNanos) {}
