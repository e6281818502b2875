package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.function.IntFunction;

/**
 * A chart for a terminal only, of what a {@link Chart} shows elsewhere.
 *
 * @param lines the text, with a newline after each line, for a number of columns
 */
public record Sketch(@JsonIgnore IntFunction<String> lines) implements Block {}
