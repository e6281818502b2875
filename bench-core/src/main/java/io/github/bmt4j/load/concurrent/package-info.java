/** The load that others run at the same time as what they measure. */
@NullMarked
package io.github.bmt4j.load.concurrent;

import org.jspecify.annotations.NullMarked;
