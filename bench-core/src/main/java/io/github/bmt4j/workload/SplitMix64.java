package io.github.bmt4j.workload;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The SplitMix64 generator: a counter that goes up by a fixed odd number, scrambled. Every point of
 * its sequence can be reached in one step, so that row n of a table, or one worker, has numbers of
 * its own. Implemented here instead of taken from the JDK or a library, so that a seed gives the
 * same tables forever.
 *
 * @see <a href="https://doi.org/10.1145/2660193.2660195">G. L. Steele, D. Lea, C. H. Flood, Fast
 *     splittable pseudorandom number generators, OOPSLA 2014</a>
 * @see <a href="https://prng.di.unimi.it/splitmix64.c">S. Vigna's reference, in the public
 *     domain</a>
 */
public final class SplitMix64 implements UniformRandomProvider {
  private static final long GAMMA = 0x9e3779b97f4a7c15L;
  private static final double UNIT_53 = 0x1.0p-53;

  private long state;

  /** Starts at this state, as the reference does. */
  public SplitMix64(long state) {
    this.state = state;
  }

  /**
   * The state that a stream of a seed starts at. Streams of one seed, and the same stream of two
   * seeds, start far apart, even if their numbers are neighbours.
   */
  public static long stateOf(long seed, long stream) {
    return mix(mix(seed + GAMMA) ^ mix(stream));
  }

  /** The present state: {@link #moveTo} with 0 draws repeats the draws from here on. */
  public long state() {
    return state;
  }

  /** Moves to the point that is {@code draws} draws after a state. */
  public void moveTo(long start, long draws) {
    state = start + draws * GAMMA;
  }

  /** The finalizer, variant 13 of Stafford: spreads every bit of the input over the output. */
  public static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  @Override
  public long nextLong() {
    state += GAMMA;
    return mix(state);
  }

  /** A multiple of 2^-53 in [0, 1). */
  @Override
  public double nextDouble() {
    return (nextLong() >>> 11) * UNIT_53;
  }
}
