package io.github.bmt4j.experiment;

import java.time.Instant;

/**
 * Components of a result that {@link Runner} decides.
 *
 * @param id eight hexadecimal digits
 * @param startedAt start of the first part
 */
public record Head(String id, Instant startedAt) {}
