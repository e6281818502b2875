/**
 * What a run does, completely resolved: saved with its result, so that it can be repeated. Records
 * only.
 */
@NullMarked
package io.github.bmt4j.scenario;

import org.jspecify.annotations.NullMarked;
