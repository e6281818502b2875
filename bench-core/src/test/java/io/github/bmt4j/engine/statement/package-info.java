@NullMarked
package io.github.bmt4j.engine.statement;

import org.jspecify.annotations.NullMarked;
