/** What all text reports share: tables, numbers, warnings. */
@NullMarked
package io.github.bmt4j.report;

import org.jspecify.annotations.NullMarked;
