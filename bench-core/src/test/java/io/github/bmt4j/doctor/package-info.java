/** Tests of what is said before a run. */
@NullMarked
package io.github.bmt4j.doctor;

import org.jspecify.annotations.NullMarked;
