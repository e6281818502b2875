/** The stored result of a failover, the file of its operations, and its report. */
@NullMarked
package io.github.bmt4j.failover.report;

import org.jspecify.annotations.NullMarked;
