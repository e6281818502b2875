package io.github.bmt4j.load.run;

import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.EndpointException;
import io.github.bmt4j.load.agent.AgentException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The servers of a load.
 *
 * @param endpoints endpoints of its connections
 * @param nodes of their cluster whose lag is watched: each by its own address, past any proxy, with
 *     the node's name as description; empty for none
 */
public record LoadTargets(List<Target> endpoints, List<Target> nodes) {
  public LoadTargets {
    endpoints = List.copyOf(endpoints);
    nodes = List.copyOf(nodes);
  }

  TargetException unusable(SQLException failure) {
    if (failure instanceof AgentException) {
      return new TargetException(String.valueOf(failure.getMessage()), failure);
    }
    Target target = endpoints.get(failure instanceof EndpointException at ? at.endpoint() : 0);
    return endpoints.size() == 1
        ? TargetErrors.target(target, failure)
        : TargetErrors.of(endpoint(failure), target, failure);
  }

  public String endpoint(SQLException failure) {
    if (endpoints.size() == 1) {
      return "";
    }
    return failure instanceof EndpointException at
        ? "endpoint "
            + (at.endpoint() + 1)
            + ", "
            + JdbcUrl.redacted(endpoints.get(at.endpoint()).url())
        : endpoints.stream()
            .map(endpoint -> JdbcUrl.redacted(endpoint.url()))
            .collect(Collectors.joining(", ", "one of the endpoints ", ""));
  }
}
