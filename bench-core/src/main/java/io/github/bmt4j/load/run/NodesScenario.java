package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Nodes that are watched during a load.
 *
 * @param nodes host and port of nodes of the user's cluster; empty for all nodes of one that bmt
 *     started
 * @param countRows whether the rows of the workload's tables are counted during the load too
 */
public record NodesScenario(
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> nodes, boolean countRows) {
  @SuppressWarnings("NullAway") // Absent where none was chosen.
  public NodesScenario {
    nodes = nodes == null ? List.of() : List.copyOf(nodes);
  }
}
