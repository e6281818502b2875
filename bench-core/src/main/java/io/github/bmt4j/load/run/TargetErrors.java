package io.github.bmt4j.load.run;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.EndpointException;
import io.github.bmt4j.load.agent.AgentException;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.preflight.Reason;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Builds exceptions for unusable targets, with reasons and without passwords. */
public final class TargetErrors {
  private TargetErrors() {}

  /** One target. */
  public static TargetException target(Target target, SQLException failure) {
    return of(JdbcUrl.redacted(target.url()), target, failure);
  }

  /** One of the endpoints of a load, or an agent; which, where the failure says it. */
  static TargetException oneOf(List<Target> endpoints, SQLException failure) {
    if (failure instanceof AgentException) {
      return new TargetException(String.valueOf(failure.getMessage()), failure);
    }
    return endpoints.size() == 1
        ? target(endpoints.get(0), failure)
        : of(
            endpoint(endpoints, failure),
            endpoints.get(failure instanceof EndpointException at ? at.endpoint() : 0),
            failure);
  }

  /** Endpoint of a failure; empty where there is only one. */
  static String endpoint(List<Target> endpoints, SQLException failure) {
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

  /** Message of a driver, on one line. */
  public static String words(Exception failure) {
    return JdbcUrl.redacted(String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " "));
  }

  private static TargetException of(String what, Target target, SQLException failure) {
    Failure classed = Failure.of(failure, ErrorPhase.CONNECT);
    String words = classed.code() > 0 ? JdbcUrl.redacted(classed.message()) : words(failure);
    String remedy = Reason.remedy(target, failure);
    return new TargetException(
        "cannot use " + what + ": " + words + (remedy.isEmpty() ? "" : " (" + remedy + ")"),
        failure);
  }
}
