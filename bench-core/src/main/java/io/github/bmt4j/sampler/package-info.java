/** Figures taken beside the load: of this process, of the server, of the machine. */
@NullMarked
package io.github.bmt4j.sampler;

import org.jspecify.annotations.NullMarked;
