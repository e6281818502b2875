/** Tests of the engine's package of this name. */
@NullMarked
package io.github.bmt4j.engine.beside;

import org.jspecify.annotations.NullMarked;
