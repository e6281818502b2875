/** Tests of how a load is spread. */
@NullMarked
package io.github.bmt4j.analysis.balance;

import org.jspecify.annotations.NullMarked;
