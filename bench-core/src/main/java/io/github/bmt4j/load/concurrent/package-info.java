/** The load that other experiments run during their measured statements. */
@NullMarked
package io.github.bmt4j.load.concurrent;

import org.jspecify.annotations.NullMarked;
