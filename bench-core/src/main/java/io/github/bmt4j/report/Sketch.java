package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.function.IntFunction;

/**
 * A chart for a terminal only; elsewhere a {@link Chart} shows the same.
 *
 * @param lines the text for a number of columns, with a newline after each line
 */
public record Sketch(@JsonIgnore IntFunction<String> lines) implements Block {}
