package io.github.bmt4j.html;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.compare.Published;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a page.
 *
 * @param title where the page has several parts
 * @param sides what is held against each other; one for a plain report
 * @param published what others published of the same; shown beside the results
 */
public record Part(String title, List<Side> sides, @Nullable Published published) {}
