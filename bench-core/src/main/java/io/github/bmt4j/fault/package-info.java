/** What can go wrong and heal, and on which labs: one file for each fault. */
@NullMarked
package io.github.bmt4j.fault;

import org.jspecify.annotations.NullMarked;
