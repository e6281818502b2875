/** Servers that run in containers. */
@NullMarked
package io.github.bmt4j.server.container;

import org.jspecify.annotations.NullMarked;
