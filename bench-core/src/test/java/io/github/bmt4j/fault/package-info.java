/** Tests of what faults say of themselves. */
@NullMarked
package io.github.bmt4j.fault;

import org.jspecify.annotations.NullMarked;
