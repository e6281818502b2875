/** Servers behind the endpoints of a command, once they have answered: commands on tables there. */
@NullMarked
package io.github.bmt4j.endpoint;

import org.jspecify.annotations.NullMarked;
