/** The workload SPI: tables, parameters, and the transactions that one connection runs on them. */
@NullMarked
package io.github.bmt4j.workload;

import org.jspecify.annotations.NullMarked;
