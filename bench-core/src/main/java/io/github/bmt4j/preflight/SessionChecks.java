package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Settings of a session of the load that change what its statements do. */
final class SessionChecks {
  private static final String SUBJECT = "session";

  private static final String REMEDY =
      "change it where sessions get it: init_connect or the setting of the server, or"
          + " sessionVariables in the URL";

  private SessionChecks() {}

  /**
   * Checks them.
   *
   * @param settled what sessions had otherwise than bmt's statements need, before it was set
   */
  static List<Finding> check(SessionSettings session, Set<String> settled, Need need) {
    Map<String, String> values = session.values();
    List<Finding> findings = new ArrayList<>();
    if (!settled.isEmpty()) {
      findings.add(
          Finding.warning(
              SUBJECT,
              "sessions begin with " + String.join(", ", settled),
              "writes would not be committed, or results be cut; bmt sets it in each of its own"
                  + " sessions, applications of this server have it otherwise",
              REMEDY));
    }
    findings.add(readOnly(values, need));
    findings.add(limits(values));
    findings.add(checked(values));
    findings.add(
        Finding.ok(
            SUBJECT,
            words(
                "autocommit %s, %s, %s with %s, time zone %s",
                values.getOrDefault("autocommit", "?"),
                values.getOrDefault("transaction_isolation", "?"),
                values.getOrDefault("character_set_connection", "?"),
                values.getOrDefault("collation_connection", "?"),
                values.getOrDefault("time_zone", "?"))));
    return List.copyOf(findings);
  }

  private static Finding readOnly(Map<String, String> values, Need need) {
    String name = "transaction_read_only";
    boolean on = isOn(values, name);
    if (!on || !need.writes()) {
      return Finding.ok(SUBJECT, on ? name + "=ON, and the run only reads" : "takes writes");
    }
    return Finding.error(
        SUBJECT,
        "the transactions of its sessions are read-only (" + name + "=ON)",
        "writes end with error 1792",
        REMEDY);
  }

  private static Finding limits(Map<String, String> values) {
    List<String> set = new ArrayList<>();
    for (String name : List.of("max_execution_time", "max_statement_time")) {
      if (!values.getOrDefault(name, "0").matches("[0.]*")) {
        set.add(name + "=" + values.get(name));
      }
    }
    return set.isEmpty()
        ? Finding.ok(SUBJECT, "no limit of the time of a statement")
        : Finding.warning(
            SUBJECT,
            String.join(", ", set),
            "statements that take longer end with an error",
            REMEDY);
  }

  private static Finding checked(Map<String, String> values) {
    List<String> off = new ArrayList<>();
    for (String name : List.of("foreign_key_checks", "unique_checks", "sql_log_bin")) {
      if (values.containsKey(name) && !isOn(values, name)) {
        off.add(name + "=" + values.get(name));
      }
    }
    return off.isEmpty()
        ? Finding.ok(SUBJECT, "keys are checked")
        : Finding.warning(
            SUBJECT, String.join(", ", off), "writes do less work than usual", REMEDY);
  }

  private static boolean isOn(Map<String, String> values, String name) {
    return values.getOrDefault(name, "OFF").matches("(?i)ON|1");
  }
}
