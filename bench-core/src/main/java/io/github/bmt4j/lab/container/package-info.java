/** Servers that run in containers of ours. */
@NullMarked
package io.github.bmt4j.lab.container;

import org.jspecify.annotations.NullMarked;
