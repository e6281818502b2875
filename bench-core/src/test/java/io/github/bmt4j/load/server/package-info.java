/** Tests of {@code load.server}. */
@NullMarked
package io.github.bmt4j.load.server;

import org.jspecify.annotations.NullMarked;
