/** How processes of ours are started and ended. */
@NullMarked
package io.github.bmt4j.process;

import org.jspecify.annotations.NullMarked;
