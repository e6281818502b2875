/** Imports JMH's result files. */
@NullMarked
package io.github.bmt4j.jmhfile;

import org.jspecify.annotations.NullMarked;
