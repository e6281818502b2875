/** Tests of the figures taken beside the load. */
@NullMarked
package io.github.bmt4j.sampler;

import org.jspecify.annotations.NullMarked;
