/** Tests of loading tables. */
@NullMarked
package io.github.bmt4j.preparation;

import org.jspecify.annotations.NullMarked;
