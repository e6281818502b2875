/** Tests of the whole system: the real command, on real servers. */
package io.github.bmt4j.it;
