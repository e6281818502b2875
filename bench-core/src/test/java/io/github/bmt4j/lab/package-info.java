/** Tests of the labs, and the switch that says which servers tests use. */
@NullMarked
package io.github.bmt4j.lab;

import org.jspecify.annotations.NullMarked;
