/**
 * What starts servers, owns them, and leaves nothing behind. The ways to start them are services;
 * an external server is the one that nobody starts.
 */
@NullMarked
package io.github.bmt4j.lab;

import org.jspecify.annotations.NullMarked;
