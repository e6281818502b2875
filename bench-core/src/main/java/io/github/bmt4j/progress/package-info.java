/**
 * What long work and the person who waits for it tell each other: how far it has come, and that it
 * shall end. Sees nothing else.
 */
@NullMarked
package io.github.bmt4j.progress;

import org.jspecify.annotations.NullMarked;
