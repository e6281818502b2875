/** Tests of the stored form. */
@NullMarked
package io.github.bmt4j.result;

import org.jspecify.annotations.NullMarked;
