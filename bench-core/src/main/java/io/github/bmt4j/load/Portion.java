package io.github.bmt4j.load;

/**
 * Part of a load that one of several processes makes: threads, connections and operations are dealt
 * in turn.
 *
 * @param index number of the part, from 0
 * @param of number of the parts
 */
public record Portion(int index, int of) {
  public static final Portion WHOLE = new Portion(0, 1);

  /** Size of the part, of a number of threads, connections or operations. */
  public long part(long all) {
    return all / of + (index < all % of ? 1 : 0);
  }

  /** Number in the whole load of an element with a number in the part, both from 0. */
  public int number(int inPart) {
    return inPart * of + index;
  }
}
