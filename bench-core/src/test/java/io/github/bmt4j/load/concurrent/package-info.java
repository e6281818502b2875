@NullMarked
package io.github.bmt4j.load.concurrent;

import org.jspecify.annotations.NullMarked;
