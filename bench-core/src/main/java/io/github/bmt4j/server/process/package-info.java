/** Servers that run as local processes: embedded binaries and installed ones. */
@NullMarked
package io.github.bmt4j.server.process;

import org.jspecify.annotations.NullMarked;
