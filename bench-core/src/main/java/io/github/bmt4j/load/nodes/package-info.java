/** The nodes of a cluster during a load: how far each is behind, and whether all have its rows. */
@NullMarked
package io.github.bmt4j.load.nodes;

import org.jspecify.annotations.NullMarked;
