/**
 * What prevents or distorts a run, found before it begins: facts of server, tables and client
 * become findings.
 */
@NullMarked
package io.github.bmt4j.preflight;

import org.jspecify.annotations.NullMarked;
