/** Tests of figures and verdicts. */
@NullMarked
package io.github.bmt4j.analysis;

import org.jspecify.annotations.NullMarked;
