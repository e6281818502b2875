/**
 * The heavy-statement experiment: statements timed one by one, whole or in pieces, and where the
 * server did the work.
 */
@NullMarked
package io.github.bmt4j.heavy;

import org.jspecify.annotations.NullMarked;
