/** Ends of operations and statements: outcomes, phases, and classes of errors by vendor code. */
@NullMarked
package io.github.bmt4j.outcome;

import org.jspecify.annotations.NullMarked;
