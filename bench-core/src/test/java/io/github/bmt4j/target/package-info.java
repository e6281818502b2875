/** Tests of what can be known of a target without a server. */
@NullMarked
package io.github.bmt4j.target;

import org.jspecify.annotations.NullMarked;
