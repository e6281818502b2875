/** Folders and files that are ours alone, and locks that end with their process. */
@NullMarked
package io.github.bmt4j.folder;

import org.jspecify.annotations.NullMarked;
