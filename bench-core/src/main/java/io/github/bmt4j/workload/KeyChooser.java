package io.github.bmt4j.workload;

/**
 * A source of keys from 1 to n, in one of the distributions of {@link KeyDistribution}. Bound to
 * one generator, used by one thread; a draw allocates nothing.
 */
@FunctionalInterface
public interface KeyChooser {
  /** The next key. */
  long next();
}
