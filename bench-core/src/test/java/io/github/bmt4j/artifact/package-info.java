/** Tests of the resolver. */
@NullMarked
package io.github.bmt4j.artifact;

import org.jspecify.annotations.NullMarked;
