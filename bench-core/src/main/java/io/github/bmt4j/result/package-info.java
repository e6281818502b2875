/** What is kept of a run: records, and their form on disk. Sees {@code scenario} only. */
@NullMarked
package io.github.bmt4j.result;

import org.jspecify.annotations.NullMarked;
