/**
 * The experiments {@code run} and sweep: a load, its figures, their verdict and their report; also
 * the concurrent load of another experiment.
 */
@NullMarked
package io.github.bmt4j.load.run;

import org.jspecify.annotations.NullMarked;
