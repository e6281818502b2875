/** Tests of what people read. */
@NullMarked
package io.github.bmt4j.report;

import org.jspecify.annotations.NullMarked;
