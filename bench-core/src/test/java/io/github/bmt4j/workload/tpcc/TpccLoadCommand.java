package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.tables.TablePreparer;

/** Loads the tables of {@link TpccTablesIT} in a JVM that can be killed. */
final class TpccLoadCommand {
  private TpccLoadCommand() {}

  public static void main(String[] arguments) throws Exception {
    Target target = new Target("child", arguments[0], arguments[1], Secret.of(arguments[2]), false);
    new TablePreparer(new Connector(target, PsMode.AUTO, 0), Progress.SILENT, new StopSignal())
        .prepare(TpccTables.of(TpccTablesIT.SPEC), 2);
  }
}
