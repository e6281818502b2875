/** Tests of what is recorded, and a clock that stands still until it is told. */
@NullMarked
package io.github.bmt4j.measure;

import org.jspecify.annotations.NullMarked;
