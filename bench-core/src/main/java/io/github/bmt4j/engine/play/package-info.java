/**
 * One play: a stage of servers, an imitated application before it, a fault, and what was recorded.
 * What is made of it is the business of {@code failover} and {@code balance}.
 */
@NullMarked
package io.github.bmt4j.engine.play;

import org.jspecify.annotations.NullMarked;
