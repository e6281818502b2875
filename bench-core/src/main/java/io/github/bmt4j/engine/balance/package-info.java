/** Plays the loss and return of a replica, and has the balance of a pool computed. */
@NullMarked
package io.github.bmt4j.engine.balance;

import org.jspecify.annotations.NullMarked;
