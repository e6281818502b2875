/** Starts and owns servers, and leaves nothing behind; each way to start them is a service. */
@NullMarked
package io.github.bmt4j.server;

import org.jspecify.annotations.NullMarked;
