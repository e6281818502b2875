/** Options of commands, and the words of a command line. */
@NullMarked
package io.github.bmt4j.cli.options;

import org.jspecify.annotations.NullMarked;
