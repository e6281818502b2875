/** How processes of ours are started. */
@NullMarked
package io.github.bmt4j.process;

import org.jspecify.annotations.NullMarked;
