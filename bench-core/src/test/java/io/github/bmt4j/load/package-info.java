/** Tests of the load, on a clock of their own and on a server that is a script. */
@NullMarked
package io.github.bmt4j.load;

import org.jspecify.annotations.NullMarked;
