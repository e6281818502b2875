/** Tests of the engine's package of this name. */
@NullMarked
package io.github.bmt4j.engine.alter;

import org.jspecify.annotations.NullMarked;
