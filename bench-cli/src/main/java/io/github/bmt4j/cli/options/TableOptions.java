package io.github.bmt4j.cli.options;

import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.tables.WorkloadTables;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The tables of a workload, for commands that put no load on them. */
@Section("Tables")
public final class TableOptions {
  @Parameters(index = "0", paramLabel = "<workload>", description = "see ${ROOT-COMMAND-NAME} list")
  public String workload;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      defaultValue = "1",
      description =
          "threads of the load: bulk_insert has a table for each (default ${DEFAULT-VALUE})")
  String threads;

  @Mixin public KeptTarget target;

  private record Tables(Workload workload, Params params, int threads) implements WorkloadTables {
    Tables {
      workload.check(params);
    }

    @Override
    public PsMode psMode() {
      return workload.psMode(params);
    }
  }

  /** The tables, checked. */
  public WorkloadTables tables(WorkloadOptions options) {
    Workload found = Catalogue.byName(workload);
    return new Tables(found, options.params(found), Threads.of(threads).most());
  }

  /** The servers with the tables, to be opened. */
  public Servers servers(UrlKind kind) {
    return target.servers(kind, Threads.of(threads).most());
  }
}
