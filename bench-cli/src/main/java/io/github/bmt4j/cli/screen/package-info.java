/** What a command prints: progress, results, exit codes. */
@NullMarked
package io.github.bmt4j.cli.screen;

import org.jspecify.annotations.NullMarked;
