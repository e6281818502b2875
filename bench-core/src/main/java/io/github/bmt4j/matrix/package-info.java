/** Results of failovers as a matrix, settings by faults, with the settings to use. */
@NullMarked
package io.github.bmt4j.matrix;

import org.jspecify.annotations.NullMarked;
