/**
 * Whether stored results differ: what differs between their conditions, and by how much figures.
 */
@NullMarked
package io.github.bmt4j.compare;

import org.jspecify.annotations.NullMarked;
