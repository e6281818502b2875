/** Servers that run as processes of ours: embedded and local ones. */
@NullMarked
package io.github.bmt4j.lab.process;

import org.jspecify.annotations.NullMarked;
