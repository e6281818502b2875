/** The experiment {@code run}: a load from its order to its figures, their verdict and result. */
@NullMarked
package io.github.bmt4j.load.run;

import org.jspecify.annotations.NullMarked;
