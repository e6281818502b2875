/** JMH profilers of ours. */
@NullMarked
package io.github.bmt4j.jmh.profile;

import org.jspecify.annotations.NullMarked;
