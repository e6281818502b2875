package io.github.bmt4j.preflight;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.tables.TableCheck;
import io.github.bmt4j.tables.TableFacts;
import io.github.bmt4j.tables.TableFinding;
import io.github.bmt4j.tables.TableState;
import io.github.bmt4j.tables.TableState.Kind;
import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tables of a run, as findings. */
final class TableChecks {
  private static final int NAMED = 5;
  private static final String SUBJECT = "tables";

  enum Lacking {
    /** It makes or finishes them there. */
    MADE,
    /** It makes them over the first endpoint, and waits for them there. */
    AWAITED,
    /** Nothing: the first endpoint has them. */
    REFUSED
  }

  private TableChecks() {}

  /** Checks them; tables that are well, missing or unfinished have one finding together. */
  static List<CheckFinding> check(List<TableFacts> tables, Lacking lacking) {
    List<CheckFinding> findings = new ArrayList<>();
    List<String> missing = names(tables, Kind.MISSING);
    List<String> unfinished = names(tables, Kind.UNFINISHED);
    List<TableState> states = tables.stream().map(TableFacts::state).toList();
    states.stream()
        .filter(state -> state.kind() == Kind.UNFINISHED_OTHERWISE)
        .forEach(state -> findings.add(of(state.otherRows())));
    List<TableFacts> there =
        tables.stream().filter(one -> one.state().kind() == Kind.THERE).toList();
    Set<String> named = new HashSet<>();
    for (TableFinding finding :
        TableCheck.of(tables.stream().map(TableFacts::table).toList(), there)) {
      findings.add(of(finding));
      named.addAll(List.of(finding.table().split(", ", -1)));
    }
    boolean uncounted = false;
    List<String> well = new ArrayList<>();
    for (TableFacts facts : there) {
      Table table = facts.table();
      boolean notCounted = table.rows() > 0 && table.idColumn() == null && facts.rows() == null;
      if (!facts.unknown().isEmpty()) {
        findings.add(CheckFinding.unknown(table.name(), facts.unknown()));
      } else if (notCounted && table.membership().set().isEmpty()) {
        findings.add(
            CheckFinding.note(
                table.name(),
                "not counted, because the tables are big",
                "run counts it, and refuses any number but the expected one",
                ""));
      } else if (!named.contains(table.name())) {
        well.add(table.name());
        uncounted |= notCounted;
      }
    }
    for (String broken : TableState.brokenSets(states)) {
      findings.add(CheckFinding.error(SUBJECT, broken, "the run is refused", ""));
    }
    if (!missing.isEmpty()) {
      findings.add(
          lacking == Lacking.MADE ? missing(missing, tables) : elsewhere(missing, lacking));
    }
    if (!unfinished.isEmpty()) {
      findings.add(
          lacking == Lacking.MADE ? unfinished(unfinished) : elsewhere(unfinished, lacking));
    }
    if (!well.isEmpty()) {
      findings.add(
          CheckFinding.ok(
              SUBJECT,
              names(well)
                  + (uncounted
                      ? ": present, with all indexes; rows of large tables were not counted"
                      : ": present, with all rows and indexes")));
    }
    return List.copyOf(findings);
  }

  private static CheckFinding of(TableFinding one) {
    return one.refused()
        ? CheckFinding.error(one.table(), one.found(), "the run is refused", one.remedy())
        : CheckFinding.warning(one.table(), one.found(), one.consequence(), one.remedy());
  }

  private static List<String> names(List<TableFacts> tables, Kind kind) {
    return tables.stream()
        .filter(one -> one.state().kind() == kind)
        .map(one -> one.table().name())
        .toList();
  }

  private static CheckFinding missing(List<String> names, List<TableFacts> tables) {
    boolean one = names.size() == 1;
    long rows =
        tables.stream()
            .filter(facts -> facts.state().kind() == Kind.MISSING)
            .mapToLong(facts -> facts.table().rows())
            .sum();
    return CheckFinding.note(
        SUBJECT,
        names(names) + (one ? " is" : " are") + " missing",
        words("run makes %s first, with %,d rows in all", one ? "it" : "them", rows),
        bmt("prepare makes them beforehand"));
  }

  private static CheckFinding elsewhere(List<String> names, Lacking lacking) {
    String found = names(names) + (names.size() == 1 ? " is" : " are") + " missing or unfinished";
    String remedy =
        "unless this is a replica of the first endpoint, make them with "
            + bmt("prepare and this endpoint alone");
    return lacking == Lacking.AWAITED
        ? CheckFinding.warning(
            SUBJECT,
            found,
            "run makes them over the first endpoint, and is refused when they do not come here"
                + " within 30 s",
            remedy)
        : CheckFinding.error(
            SUBJECT, found, "the run is refused, because the first endpoint has them", remedy);
  }

  private static CheckFinding unfinished(List<String> names) {
    boolean one = names.size() == 1;
    return CheckFinding.note(
        SUBJECT,
        names(names) + (one ? " is" : " are") + " unfinished: the load was cut off, or is going on",
        words("run finishes %s first", one ? "it" : "them"),
        bmt("prepare does it beforehand; wait for it where the load is going on"));
  }

  /** Bytes of all tables: the server's estimate of those that are there, and bmt's of others. */
  static long bytes(List<TableFacts> tables) {
    long bytes = 0;
    for (TableFacts facts : tables) {
      Long known = facts.state().kind() == Kind.THERE ? facts.bytes() : null;
      bytes += known == null ? facts.table().estimatedBytes() : known;
    }
    return bytes;
  }

  private static String names(List<String> names) {
    return names.size() <= NAMED
        ? String.join(", ", names)
        : words("%s to %s (%,d)", names.get(0), names.get(names.size() - 1), names.size());
  }
}
