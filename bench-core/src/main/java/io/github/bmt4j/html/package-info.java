/** One page for a browser that shows stored results with charts, and makes no request. */
@NullMarked
package io.github.bmt4j.html;

import org.jspecify.annotations.NullMarked;
