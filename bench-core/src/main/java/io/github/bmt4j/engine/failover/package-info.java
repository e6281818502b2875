/**
 * Runs failovers: brings up the stage, imitates the application, breaks, waits, reads the ledger.
 */
@NullMarked
package io.github.bmt4j.engine.failover;

import org.jspecify.annotations.NullMarked;
