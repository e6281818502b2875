package io.github.bmt4j.load.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that bmt started for a load.
 *
 * @param topology its name, with its options
 * @param replicas servers in addition to the first
 * @param endpoints names of the nodes to which the load connects
 * @param writeTo nodes that the user chose for writes; empty for all that take writes
 * @param via word of the proxy before each of the endpoints; absent without one
 */
public record RunCluster(
    String topology,
    int replicas,
    List<String> endpoints,
    List<String> writeTo,
    @Nullable String via) {}
