package io.github.bmt4j.doctor;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.target.PsMode;
import io.github.bmt4j.target.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The checks that cost next to nothing: every run begins with them. */
public final class Preflight {
  /** A server counts a connection for a moment after it was closed. */
  private static final long SECOND_LOOK_NANOS = 500_000_000;

  private Preflight() {}

  /**
   * What was found.
   *
   * @param psMode the mode that the server's limits allow
   * @param warnings in words
   */
  public record Findings(PsMode psMode, List<String> warnings) {
    public Findings {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Checks the server's and the client's limits.
   *
   * @throws TargetException when something stands in the way of the run
   * @throws SQLException when the server does not answer
   */
  public static Findings check(Connection connection, Target target, Need need)
      throws SQLException, TargetException {
    ServerAnswers server = ServerAnswers.read(connection);
    List<Finding> findings = ofServer(server, need, connection);
    if (hasError(findings)) {
      Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + SECOND_LOOK_NANOS, () -> false);
      server = ServerAnswers.read(connection);
      findings = ofServer(server, need, connection);
    }
    List<Finding> all = new ArrayList<>(findings);
    all.addAll(ClientChecks.hard(ClientFacts.read(Clock.SYSTEM), need, Doctor.remote(target)));
    return findings(all, server, need);
  }

  private static List<Finding> ofServer(ServerAnswers server, Need need, Connection connection)
      throws SQLException {
    List<Finding> findings = new ArrayList<>(LimitChecks.hard(server, need));
    boolean readOnly = server.isOn("read_only");
    findings.add(StateChecks.readOnly(server, need, readOnly ? Grants.read(connection) : null));
    return findings;
  }

  /** Ends with what stands in the way, or gives what does not. */
  static Findings findings(List<Finding> findings, ServerAnswers server, Need need)
      throws TargetException {
    if (hasError(findings)) {
      throw new TargetException(lines(findings, Severity.ERROR));
    }
    boolean text = need.psMode() == PsMode.DISABLE || !LimitChecks.fit(server, need);
    return new Findings(
        text ? PsMode.DISABLE : PsMode.AUTO,
        findings.stream()
            .filter(finding -> finding.severity() == Severity.WARNING)
            .map(Finding::line)
            .toList());
  }

  private static boolean hasError(List<Finding> findings) {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
  }

  private static String lines(List<Finding> findings, Severity severity) {
    return findings.stream()
        .filter(finding -> finding.severity() == severity)
        .map(Finding::line)
        .collect(Collectors.joining(". "));
  }
}
