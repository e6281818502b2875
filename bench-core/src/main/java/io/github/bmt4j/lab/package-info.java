/**
 * What starts servers, owns them, and leaves nothing behind: embedded and local processes,
 * containers, external ones.
 */
@NullMarked
package io.github.bmt4j.lab;

import org.jspecify.annotations.NullMarked;
