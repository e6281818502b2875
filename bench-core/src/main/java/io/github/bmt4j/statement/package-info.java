/** Statements that may take hours on a server that may hang: ended by KILL, or given up. */
@NullMarked
package io.github.bmt4j.statement;

import org.jspecify.annotations.NullMarked;
