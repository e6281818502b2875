/** Servers in containers, with Testcontainers: loaded by {@link Containers#load}. */
@NullMarked
package io.github.bmt4j.server.container.engine;

import io.github.bmt4j.server.container.Containers;
import org.jspecify.annotations.NullMarked;
