/** Tests of what the engine stores. */
@NullMarked
package io.github.bmt4j.engine;

import org.jspecify.annotations.NullMarked;
