/** Tests of the imitated application. */
@NullMarked
package io.github.bmt4j.probe;

import org.jspecify.annotations.NullMarked;
