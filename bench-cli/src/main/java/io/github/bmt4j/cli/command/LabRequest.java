package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.Converters;
import io.github.bmt4j.failure.BadInputException;
import java.util.Arrays;

/** Requests of other commands to a running lab. */
public enum LabRequest {
  STATUS("Shows the nodes of the lab and their roles.", ""),
  PROMOTE(
      "Promotes a replica; the other replicas follow it. The old primary is changed only if it is"
          + " up and read-only.",
      "such as node2; default: the replica that has received most"),
  SWITCHOVER(
      "Makes the primary read-only, waits until a replica has everything, and promotes it.",
      "such as node2; default: the replica that has received most"),
  KILL("Kills the process of a node with SIGKILL.", "such as node1; default: the primary"),
  DOWN("Stops the lab, and waits until it has stopped.", "");

  final String description;

  /** The kind of node that it takes, for people; empty if it takes none. */
  final String node;

  LabRequest(String description, String node) {
    this.description = description;
    this.node = node;
  }

  public String word() {
    return Converters.word(this);
  }

  static LabRequest of(String word) {
    return Arrays.stream(values())
        .filter(request -> request.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new BadInputException("this lab does not know " + word));
  }
}
