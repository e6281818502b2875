package io.github.bmt4j.endpoint;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.preflight.FailedLogin;
import java.sql.SQLException;

/** Builds exceptions for unusable targets, with reasons and without passwords. */
public final class TargetErrors {
  private TargetErrors() {}

  public static TargetException target(Target target, SQLException failure) {
    return of(JdbcUrl.redacted(target.url()), target, failure);
  }

  /** Message of a driver, on one line. */
  public static String words(Exception failure) {
    return JdbcUrl.redacted(String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " "));
  }

  /** The exception for a target with another name, without passwords. */
  public static TargetException of(String what, Target target, SQLException failure) {
    Failure classed = Failure.of(failure, ErrorPhase.CONNECT);
    String words = classed.code() > 0 ? JdbcUrl.redacted(classed.message()) : words(failure);
    String remedy = FailedLogin.remedy(target, failure);
    return new TargetException(
        "cannot use " + what + ": " + words + (remedy.isEmpty() ? "" : " (" + remedy + ")"),
        failure);
  }
}
