package io.github.bmt4j.cli.command;

import io.github.bmt4j.failure.BadInputException;
import java.util.Locale;

/**
 * What a lab that is up is asked to do.
 *
 * @param node its name; empty when the lab shall choose
 */
public record LabRequest(Kind kind, String node) {
  /** The things that a lab can be asked. */
  public enum Kind {
    STATUS("Shows the nodes of the lab and their roles.", ""),
    PROMOTE(
        "Promotes a replica; the other replicas follow it. The old primary is changed only if it is"
            + " up and read-only.",
        "such as node2; default: the replica that has received most"),
    KILL("Kills the process of a node with SIGKILL.", "such as node1; default: the primary"),
    DOWN("Stops the lab, and waits until it has stopped.", "");

    private final String description;
    private final String node;

    Kind(String description, String node) {
      this.description = description;
      this.node = node;
    }

    /** What it does, for people. */
    String description() {
      return description;
    }

    /** The node that it takes, for people; empty when it takes none. */
    String node() {
      return node;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public LabRequest {
    if (!node.matches("\\w*")) {
      throw new BadInputException(node + " is not a node: see bmt lab status");
    }
  }

  /** On one line. */
  String line() {
    return kind.word() + " " + node;
  }

  /** Reads what {@link #line} wrote. */
  static LabRequest parse(String line) {
    String[] words = line.split(" ", 2);
    for (Kind kind : Kind.values()) {
      if (words.length == 2 && kind.word().equals(words[0])) {
        return new LabRequest(kind, words[1]);
      }
    }
    throw new BadInputException("this lab does not know " + words[0]);
  }
}
