/** Runs a scenario: the one place that wires target, tables, load, figures and results together. */
@NullMarked
package io.github.bmt4j.engine;

import org.jspecify.annotations.NullMarked;
