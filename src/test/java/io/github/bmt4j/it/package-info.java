/** Tests of the whole system: the real command, in a JVM of its own, on real servers. */
package io.github.bmt4j.it;
