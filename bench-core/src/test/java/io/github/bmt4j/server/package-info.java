/** Tests of {@code server}. */
@NullMarked
package io.github.bmt4j.server;

import org.jspecify.annotations.NullMarked;
