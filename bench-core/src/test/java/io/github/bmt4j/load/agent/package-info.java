@NullMarked
package io.github.bmt4j.load.agent;

import org.jspecify.annotations.NullMarked;
