/** Tests of the JVM that the user starts. */
@NullMarked
package io.github.bmt4j.jmh.host;

import org.jspecify.annotations.NullMarked;
