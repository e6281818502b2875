/** The command line {@code bmt}: options, progress, output, exit codes. */
@NullMarked
package io.github.bmt4j.cli;

import org.jspecify.annotations.NullMarked;
