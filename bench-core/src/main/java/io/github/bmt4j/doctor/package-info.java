/**
 * Says what stands in the way of a run before it begins: facts of server, tables and client, and
 * pure functions that make findings of them. Changes nothing.
 */
@NullMarked
package io.github.bmt4j.doctor;

import org.jspecify.annotations.NullMarked;
