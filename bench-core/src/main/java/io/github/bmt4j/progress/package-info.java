/** How long work tells a person how far it has come. Sees nothing else. */
@NullMarked
package io.github.bmt4j.progress;

import org.jspecify.annotations.NullMarked;
