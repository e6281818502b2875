package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Nodes that are watched during a load.
 *
 * @param nodes host and port of those of a cluster that bmt did not start; empty for all nodes of
 *     one that it did
 * @param countRows whether the rows of the workload's tables are counted during the load too
 */
public record NodesScenario(
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> nodes, boolean countRows) {
  @SuppressWarnings("NullAway") // Absent where none was chosen.
  public NodesScenario {
    nodes = nodes == null ? List.of() : List.copyOf(nodes);
  }
}
