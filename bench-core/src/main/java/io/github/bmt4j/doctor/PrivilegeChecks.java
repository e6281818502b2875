package io.github.bmt4j.doctor;

import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a login may do beside what a run does. */
final class PrivilegeChecks {
  private PrivilegeChecks() {}

  /**
   * Checks the rights on the run's database and on the server.
   *
   * @param missing tables that would have to be made
   */
  static List<Finding> check(Grants grants, String database, Need need, List<Table> missing) {
    List<Finding> findings = new ArrayList<>();
    findings.add(ofRun(grants, database, need));
    findings.add(ofPreparation(grants, database, missing));
    if (!grants.allow("DROP", database, "*")) {
      findings.add(
          Finding.note(
              "right to drop",
              "DROP is missing on " + database,
              "./bmt cleanup fails, and a preparation that is stopped leaves its tables behind",
              grant("DROP", database)));
    }
    findings.add(process(grants));
    return List.copyOf(findings);
  }

  private static Finding ofRun(Grants grants, String database, Need need) {
    Set<String> lacking = new TreeSet<>();
    for (String privilege : need.privileges()) {
      boolean onTables =
          !need.tables().isEmpty()
              && need.tables().stream().allMatch(t -> grants.allow(privilege, database, t.name()));
      if (!onTables && !grants.allow(privilege, database, "*")) {
        lacking.add(privilege);
      }
    }
    String wanted = String.join(", ", new TreeSet<>(need.privileges()));
    return lacking.isEmpty()
        ? Finding.ok("rights to run", wanted + " on " + database)
        : Finding.error(
            "rights to run",
            String.join(", ", lacking)
                + (lacking.size() == 1 ? " is" : " are")
                + " missing on "
                + database,
            "the run ends with error 1142",
            grant(String.join(", ", lacking), database));
  }

  private static Finding ofPreparation(Grants grants, String database, List<Table> missing) {
    String subject = "rights to prepare";
    if (missing.isEmpty()) {
      return Finding.ok(subject, "not needed: all tables are there");
    }
    Set<String> lacking = new TreeSet<>();
    for (Table table : missing) {
      Set<String> needed = new TreeSet<>(Set.of("CREATE", "INSERT", "SELECT"));
      if (!table.indexSql().isEmpty()) {
        needed.add("INDEX");
      }
      needed.removeIf(privilege -> grants.allow(privilege, database, table.name()));
      lacking.addAll(needed);
    }
    return lacking.isEmpty()
        ? Finding.ok(subject, "CREATE, INDEX, INSERT, SELECT on " + database)
        : Finding.error(
            subject,
            String.join(", ", lacking)
                + (lacking.size() == 1 ? " is" : " are")
                + " missing on "
                + database,
            "tables are missing, and this login cannot make them",
            grant(String.join(", ", lacking), database) + ", or prepare them with another login");
  }

  private static Finding process(Grants grants) {
    return grants.allowGlobally("PROCESS")
        ? Finding.ok("right PROCESS", "held")
        : Finding.note(
            "right PROCESS",
            "missing",
            "a run needs it not; alter does not see who else waits for a lock, and of heavy statements MySQL's temporary space is not told",
            "for those, GRANT PROCESS ON *.* TO this login");
  }

  private static String grant(String privileges, String database) {
    return "GRANT " + privileges + " ON " + database + ".* TO this login";
  }
}
