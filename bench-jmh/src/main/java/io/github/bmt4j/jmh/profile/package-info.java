/** bmt's JMH profilers. */
@NullMarked
package io.github.bmt4j.jmh.profile;

import org.jspecify.annotations.NullMarked;
