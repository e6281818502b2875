package io.github.bmt4j.workload.script;

import io.github.bmt4j.workload.StatementRows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of the statements of a workload, in all its sessions since its creation, including the
 * warm-up and attempts that failed later. Written by workers, read by any thread.
 */
final class ScriptStatistics {
  private final List<List<Counters>> scripts;

  private record Counters(String title, LongAdder executions, LongAdder rows, LongAdder affected) {}

  ScriptStatistics(List<Script> scripts) {
    this.scripts =
        scripts.stream()
            .map(script -> script.sql().stream().map(ScriptStatistics::counters).toList())
            .toList();
  }

  private static Counters counters(ScriptStatement statement) {
    return new Counters(statement.title(), new LongAdder(), new LongAdder(), new LongAdder());
  }

  void add(int script, int statement, long rows, long affected) {
    Counters counters = scripts.get(script).get(statement);
    counters.executions.increment();
    counters.rows.add(rows);
    counters.affected.add(affected);
  }

  /** All statements, script by script. */
  public List<StatementRows> lines() {
    List<StatementRows> lines = new ArrayList<>();
    scripts.forEach(
        script ->
            script.forEach(
                one ->
                    lines.add(
                        new StatementRows(
                            one.title, one.executions.sum(), one.rows.sum(), one.affected.sum()))));
    return lines;
  }
}
