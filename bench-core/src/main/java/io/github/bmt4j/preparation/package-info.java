/** Makes, fills, inspects and drops the tables of a workload. Loading threads live here. */
@NullMarked
package io.github.bmt4j.preparation;

import org.jspecify.annotations.NullMarked;
