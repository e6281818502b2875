/** The commands of bmt. */
@NullMarked
package io.github.bmt4j.cli.command;

import org.jspecify.annotations.NullMarked;
