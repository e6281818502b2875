/** Tests of plays. */
@NullMarked
package io.github.bmt4j.engine.play;

import org.jspecify.annotations.NullMarked;
