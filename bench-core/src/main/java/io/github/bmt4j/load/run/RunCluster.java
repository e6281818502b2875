package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The cluster that bmt started for a load.
 *
 * @param topology its name, with its options
 * @param replicas servers in addition to the first
 * @param endpoints names of the nodes to which the load connects
 * @param writeTo those that the user chose; empty for all that take writes
 */
public record RunCluster(
    String topology,
    int replicas,
    List<String> endpoints,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> writeTo) {
  @SuppressWarnings("NullAway") // Absent where nothing was chosen.
  public RunCluster {
    writeTo = writeTo == null ? List.of() : List.copyOf(writeTo);
  }
}
