/** Tests of the structure of the engine. */
@NullMarked
package io.github.bmt4j;

import org.jspecify.annotations.NullMarked;
