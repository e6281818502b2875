/**
 * The TCP proxy between the application and its servers, in a process of its own: where connections
 * are cut, delayed and refused.
 */
@NullMarked
package io.github.bmt4j.failover.proxy;

import org.jspecify.annotations.NullMarked;
