package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.SessionSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Settings of a session of the load that change what its statements do. */
final class SessionChecks {
  private static final String SUBJECT = "session";
  private static final String READ_ONLY = "transaction_read_only";
  private static final List<String> LIMITS = List.of("max_execution_time", "max_statement_time");
  private static final List<String> CHECKED =
      List.of("foreign_key_checks", "unique_checks", "sql_log_bin");

  private static final String REMEDY =
      "change it where sessions get it: init_connect or the setting of the server, or"
          + " sessionVariables in the URL";

  private SessionChecks() {}

  /**
   * Checks them.
   *
   * @param settled values of sessions that bmt had to change, because its statements need others
   */
  static List<CheckFinding> check(SessionSettings session, Set<String> settled, Need need) {
    Map<String, String> values = session.values();
    List<CheckFinding> findings = new ArrayList<>();
    if (!settled.isEmpty()) {
      findings.add(
          CheckFinding.warning(
              SUBJECT,
              "sessions begin with " + String.join(", ", settled),
              "other applications of this server may leave writes uncommitted or get cut results;"
                  + " bmt changes the setting in its own sessions",
              REMEDY));
    }
    if (need.changes() && isOn(values, READ_ONLY)) {
      findings.add(
          CheckFinding.error(
              SUBJECT,
              "the transactions of its sessions are read-only (" + READ_ONLY + "=ON)",
              "writes end with error 1792",
              REMEDY));
    }
    List<String> limits = named(values, LIMITS, value -> !value.matches("[0.]*"));
    if (!limits.isEmpty()) {
      findings.add(
          CheckFinding.warning(
              SUBJECT,
              String.join(", ", limits),
              "statements that take longer end with an error",
              REMEDY));
    }
    List<String> unchecked = named(values, CHECKED, value -> !isOn(value));
    if (!unchecked.isEmpty()) {
      findings.add(
          CheckFinding.warning(
              SUBJECT, String.join(", ", unchecked), "writes do less work than usual", REMEDY));
    }
    findings.add(
        CheckFinding.ok(
            SUBJECT,
            words(
                "autocommit %s, %s%s, %s with %s, time zone %s",
                values.getOrDefault("autocommit", "?"),
                values.getOrDefault("transaction_isolation", "?"),
                isOn(values, READ_ONLY) ? ", read-only" : "",
                values.getOrDefault("character_set_connection", "?"),
                values.getOrDefault("collation_connection", "?"),
                values.getOrDefault("time_zone", "?"))));
    return List.copyOf(findings);
  }

  static List<CheckFinding> ofApplication(Connection connection, Need need) throws SQLException {
    Set<String> unfit = SessionSettings.unfit(connection);
    return unfit.isEmpty()
        ? check(SessionSettings.read(connection), Set.of(), need)
        : List.of(
            CheckFinding.error(
                SUBJECT,
                "the application's sessions begin with " + String.join(", ", unfit),
                "COMMIT would open another transaction or disconnect, or results be cut",
                REMEDY));
  }

  /** The settings with a remarkable value, each as {@code name=value}. */
  private static List<String> named(
      Map<String, String> values, List<String> names, Predicate<String> remarkable) {
    return names.stream()
        .filter(name -> values.containsKey(name) && remarkable.test(values.get(name)))
        .map(name -> name + "=" + values.get(name))
        .toList();
  }

  private static boolean isOn(Map<String, String> values, String name) {
    return isOn(values.getOrDefault(name, "OFF"));
  }

  private static boolean isOn(String value) {
    return value.matches("(?i)ON|1");
  }
}
