package io.github.bmt4j.preflight;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Comparison of a login's privileges with those that a run needs. */
final class PrivilegeChecks {
  private PrivilegeChecks() {}

  static List<CheckFinding> check(
      Grants grants, String database, Need need, List<Table> missing, List<Table> unfinished) {
    List<CheckFinding> findings = new ArrayList<>();
    findings.add(ofRun(grants, database, need));
    findings.add(ofPreparation(grants, database, missing, unfinished));
    if (missing.stream().anyMatch(table -> !grants.allow("ALTER", database, table.name()))) {
      findings.add(
          CheckFinding.note(
              "right to alter",
              "ALTER is missing on " + database,
              "tables get no load marker, so that a load that is killed cannot be finished",
              grant("ALTER", database)));
    }
    if (missing.stream()
        .filter(table -> !table.membership().foreignKeySql().isEmpty())
        .anyMatch(table -> !grants.allow("REFERENCES", database, table.name()))) {
      findings.add(
          CheckFinding.note(
              "right to refer",
              "REFERENCES is missing on " + database,
              "MySQL will refuse to create the foreign keys; MariaDB will not",
              grant("REFERENCES", database)));
    }
    if (!grants.allow("DROP", database, "*")) {
      findings.add(
          CheckFinding.note(
              "right to drop",
              "DROP is missing on " + database,
              bmt("cleanup fails, and a preparation that is stopped leaves its tables behind"),
              grant("DROP", database)));
    }
    findings.add(process(grants));
    return List.copyOf(findings);
  }

  private static CheckFinding ofRun(Grants grants, String database, Need need) {
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
        ? CheckFinding.ok("rights to run", wanted + " on " + database)
        : CheckFinding.error(
            "rights to run",
            String.join(", ", lacking)
                + (lacking.size() == 1 ? " is" : " are")
                + " missing on "
                + database,
            "the run ends with error 1142",
            grant(String.join(", ", lacking), database));
  }

  private static CheckFinding ofPreparation(
      Grants grants, String database, List<Table> missing, List<Table> unfinished) {
    String subject = "rights to prepare";
    if (missing.isEmpty() && unfinished.isEmpty()) {
      return CheckFinding.ok(subject, "not needed: all tables are there");
    }
    Set<String> wanted = new TreeSet<>();
    Set<String> lacking = new TreeSet<>();
    for (Table table : missing) {
      need(Set.of("CREATE", "INSERT", "SELECT"), table, grants, database, wanted, lacking);
    }
    for (Table table : unfinished) {
      need(Set.of("ALTER", "DELETE", "INSERT", "SELECT"), table, grants, database, wanted, lacking);
    }
    return lacking.isEmpty()
        ? CheckFinding.ok(subject, String.join(", ", wanted) + " on " + database)
        : CheckFinding.error(
            subject,
            String.join(", ", lacking)
                + (lacking.size() == 1 ? " is" : " are")
                + " missing on "
                + database,
            "tables are missing or unfinished, and this login cannot make them",
            grant(String.join(", ", lacking), database) + ", or prepare them with another login");
  }

  private static void need(
      Set<String> privileges,
      Table table,
      Grants grants,
      String database,
      Set<String> wanted,
      Set<String> lacking) {
    Set<String> needed = new TreeSet<>(privileges);
    if (!table.indexSql().isEmpty()) {
      needed.add("INDEX");
    }
    if (!table.membership().foreignKeySql().isEmpty()) {
      needed.add("ALTER");
    }
    wanted.addAll(needed);
    needed.removeIf(privilege -> grants.allow(privilege, database, table.name()));
    lacking.addAll(needed);
  }

  private static CheckFinding process(Grants grants) {
    return grants.allowGlobally("PROCESS")
        ? CheckFinding.ok("right PROCESS", "held")
        : CheckFinding.note(
            "right PROCESS",
            "missing",
            "a run does not need it; alter does not see who else waits for a lock, and MySQL's"
                + " temporary space of heavy statements stays unknown",
            "for those, GRANT PROCESS ON *.* TO this login");
  }

  private static String grant(String privileges, String database) {
    return "GRANT " + privileges + " ON " + database + ".* TO this login";
  }
}
