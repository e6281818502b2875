/** Heavy statements, timed one by one: on one connection or several, whole or in pieces. */
@NullMarked
package io.github.bmt4j.engine.statement;

import org.jspecify.annotations.NullMarked;
