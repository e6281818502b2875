package io.github.bmt4j.experiment;

import java.time.Instant;

/**
 * What {@link Runner} decides for a result.
 *
 * @param id eight hexadecimal digits
 * @param startedAt when the first part began
 */
public record Head(String id, Instant startedAt) {}
