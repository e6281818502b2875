/**
 * The experiment {@code catch-up}: how fast a replica applies a backlog of known size, with each of
 * several settings.
 */
@NullMarked
package io.github.bmt4j.catchup;

import org.jspecify.annotations.NullMarked;
