/**
 * Lag of servers behind each other: a heartbeat from the client's clock, positions that servers
 * have committed, and waits for them.
 */
@NullMarked
package io.github.bmt4j.replication;

import org.jspecify.annotations.NullMarked;
