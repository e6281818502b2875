/** The ALTER experiment: what an ALTER does to its table and to the load on it. */
@NullMarked
package io.github.bmt4j.ddl;

import org.jspecify.annotations.NullMarked;
