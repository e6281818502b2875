@NullMarked
package io.github.bmt4j.load.live;

import org.jspecify.annotations.NullMarked;
