/** Tests of the way from the application to its servers, with real sockets and processes. */
@NullMarked
package io.github.bmt4j.endpoint;

import org.jspecify.annotations.NullMarked;
