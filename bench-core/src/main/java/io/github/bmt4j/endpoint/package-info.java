/**
 * The way from the application to its servers, where the lab can break it: a TCP forwarder in a
 * process of its own, and names from a hosts file.
 */
@NullMarked
package io.github.bmt4j.endpoint;

import org.jspecify.annotations.NullMarked;
