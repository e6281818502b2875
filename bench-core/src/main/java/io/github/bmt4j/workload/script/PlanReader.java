package io.github.bmt4j.workload.script;

import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.script.StatementPlan.Access;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Asks the server for the plan of each distinct statement of scripts, and changes nothing: each
 * command except statements is executed once, in order, regardless of branches. Of the statements,
 * only USE and SELECTs with {@code \gset} are executed, the latter in a read-only transaction.
 */
final class PlanReader {
  private static final Pattern EXPLAINED =
      Pattern.compile(
          "[\\s(]*(SELECT|WITH|VALUES|TABLE|INSERT|REPLACE|UPDATE|DELETE)\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern USE = Pattern.compile("USE\\s.*", Pattern.CASE_INSENSITIVE);

  private final ScriptWorkload workload;
  private final ScriptSession session;
  private final Connection connection;
  private final Set<String> seen = new HashSet<>();
  private final List<StatementPlan> plans = new ArrayList<>();

  PlanReader(ScriptWorkload workload, SessionContext context, Connection connection) {
    this.workload = workload;
    this.session = new ScriptSession(workload, context);
    this.connection = connection;
  }

  List<StatementPlan> read() throws SQLException {
    try (Session.Attached attached = session.use(connection)) {
      for (int number = 0; number < workload.scripts().size(); number++) {
        read(workload.scripts().get(number).script().steps(), session.go(number));
      }
    }
    return List.copyOf(plans);
  }

  private void read(List<Step> steps, Frame frame) throws SQLException {
    for (int at = 0; at < steps.size(); at++) {
      if (steps.get(at) instanceof ScriptStatement statement) {
        statement(statement, frame);
      } else if (!(steps.get(at) instanceof SleepStep)) {
        evaluate(steps.get(at), frame, at);
      }
    }
  }

  /** Evaluates a step; one that needs executed statements leaves its variable unchanged. */
  private void evaluate(Step step, Frame frame, int at) {
    int top = frame.top();
    try {
      step.run(session, frame, at);
    } catch (SQLException e) {
      frame.drop(top);
    }
  }

  private void statement(ScriptStatement statement, Frame frame) throws SQLException {
    boolean first = seen.add(statement.sql());
    List<Access> accesses = List.of();
    String note = "";
    statement.values().stream()
        .filter(slot -> frame.type(slot) == ValueType.UNSET)
        .forEach(frame::setNull);
    try (Statement control = connection.createStatement()) {
      boolean reads = statement.kind() == StatementKind.READ;
      control.execute("START TRANSACTION" + (reads ? " READ ONLY" : ""));
      try {
        if (USE.matcher(statement.sql()).matches()) {
          control.execute(session.text(statement, frame));
        }
        if (!EXPLAINED.matcher(statement.sql()).matches()) {
          note = "not supported by EXPLAIN";
        } else if (first) {
          accesses = explained(statement, frame);
        }
        if (reads && statement.gset() != null) {
          session.run(statement, frame);
        }
      } catch (SQLException e) {
        note = String.valueOf(e.getMessage());
      } finally {
        control.execute("ROLLBACK");
      }
    }
    if (first) {
      plans.add(new StatementPlan(statement.place(), statement.sql(), accesses, note));
    }
  }

  private List<Access> explained(ScriptStatement statement, Frame frame) throws SQLException {
    String sql = "EXPLAIN FORMAT=TRADITIONAL " + session.text(statement, frame);
    List<Access> accesses = new ArrayList<>();
    try (PreparedStatement explain = connection.prepareStatement(sql)) {
      Values.bind(explain, statement, frame);
      try (ResultSet rows = explain.executeQuery()) {
        while (rows.next()) {
          String estimate = rows.getString("rows");
          accesses.add(
              new Access(
                  rows.getString("table"),
                  rows.getString("type"),
                  rows.getString("key"),
                  estimate == null ? null : Long.valueOf(estimate),
                  Objects.requireNonNullElse(rows.getString("Extra"), "")));
        }
      }
    }
    return accesses;
  }
}
