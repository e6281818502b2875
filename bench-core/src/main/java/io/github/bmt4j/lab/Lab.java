package io.github.bmt4j.lab;

import io.github.bmt4j.target.Target;
import java.util.OptionalLong;

/** A server that is up, and its owner. */
public interface Lab extends OwnedServers {
  /** How to reach it. */
  Target target();

  /** Process id of the server, where it is a process of ours. */
  OptionalLong pid();
}
