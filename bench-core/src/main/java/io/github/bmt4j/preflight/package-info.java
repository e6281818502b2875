/**
 * Checks before a run for conditions that prevent or distort it: facts of server, tables and client
 * become findings.
 */
@NullMarked
package io.github.bmt4j.preflight;

import org.jspecify.annotations.NullMarked;
