/** Services of the operating system: processes, private folders, locks. */
@NullMarked
package io.github.bmt4j.os;

import org.jspecify.annotations.NullMarked;
