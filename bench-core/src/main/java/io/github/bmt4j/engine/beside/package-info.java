/** An OLTP load that runs beside something else, and what each does to the other. */
@NullMarked
package io.github.bmt4j.engine.beside;

import org.jspecify.annotations.NullMarked;
