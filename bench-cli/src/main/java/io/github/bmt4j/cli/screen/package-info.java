/** Output of a command: progress, results, exit codes. */
@NullMarked
package io.github.bmt4j.cli.screen;

import org.jspecify.annotations.NullMarked;
