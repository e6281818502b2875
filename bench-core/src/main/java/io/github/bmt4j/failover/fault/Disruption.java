package io.github.bmt4j.failover.fault;

/** What becomes of the writes of an application that has open connections to the primary. */
public enum Disruption {
  /** They go on over these connections, slowly perhaps: there is no moment at which they return. */
  NONE,
  /** They stop, and the same primary takes them again. */
  PAUSE,
  /** They stop, and another node takes them. */
  MOVE,
  /** The same, and what the new primary takes before the script is over may be cut off again. */
  MOVE_AND_CUT
}
