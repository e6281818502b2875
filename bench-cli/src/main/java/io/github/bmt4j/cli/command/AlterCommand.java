package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.AlterTableOptions;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.Converters;
import io.github.bmt4j.cli.options.KeptTarget;
import io.github.bmt4j.cli.options.Marked;
import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.cli.options.NodeOptions;
import io.github.bmt4j.cli.options.ScriptOptions;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.options.Within;
import io.github.bmt4j.cli.series.SeriesOptions;
import io.github.bmt4j.ddl.AlterChange;
import io.github.bmt4j.ddl.AlterExperiment;
import io.github.bmt4j.ddl.AlterOrder;
import io.github.bmt4j.ddl.AlterResult;
import io.github.bmt4j.ddl.AlterScenario;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterScenario.Limits;
import io.github.bmt4j.ddl.AlterScenario.Lock;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Grammar;
import io.github.bmt4j.jdbc.NodeUrl;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bmt alter}: the time of ALTERs, and their effect on the load on their table. */
@Command(
    name = "alter",
    description = {
      "Measures how long ALTER TABLE takes and how it disturbs the load on its table.",
      "",
      "Alters a sysbench table by each algorithm, with a load on it. The table is created for each"
          + " ALTER and dropped at the end; an existing table is altered with --on-existing only."
          + " Your own ALTER and your own tool for online schema changes are measured likewise."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} --change add-index --algorithm inplace,copy",
      "  ${COMMAND-FULL-NAME} --size 1g --while oltp_read_write,none --repeat 3",
      "  ${COMMAND-FULL-NAME} --url jdbc:mariadb://db/app --on-existing --while shop.sql \\",
      "      --sql 'ALTER TABLE orders ADD INDEX (customer_id)'",
      "  ${COMMAND-FULL-NAME} --algorithm inplace --tool './migrate.sh {table} {alter}'"
    })
@Section("ALTER")
public final class AlterCommand extends BmtCommand implements SeriesOptions.Compared {
  private static final String BESIDE = "oltp_read_write";
  private static final long MOST_LOCK_WAIT_SECONDS = 31_536_000;

  /** {@code ALTER TABLE}, the name of a table without a database, and the clause. */
  private static final Pattern ALTER =
      Pattern.compile(
          "\\s*ALTER\\s+TABLE\\s+(?!IF\\s+EXISTS\\s)(`?)([A-Z0-9_$]{1,64})\\1\\s+([^\\s.].*?)[\\s;]*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Names of changes, but not SQL, which has other characters. */
  private static final Pattern NAMES = Pattern.compile("[\\w-]+(,[\\w-]+)*");

  private static final List<Algorithm> ALL =
      List.of(Algorithm.INSTANT, Algorithm.INPLACE, Algorithm.COPY, Algorithm.DEFAULT);

  @Option(
      names = "--sql",
      order = Section.USUAL,
      paramLabel = "<statement>",
      description =
          "your own ALTER instead of --change, such as 'ALTER TABLE orders ADD INDEX (customer_id)'")
  @Nullable String sql;

  @Option(
      names = "--change",
      order = Section.USUAL,
      paramLabel = "<change,…>",
      description =
          "add-column (default), add-index, change-type, optimize, convert-charset; several"
              + " separated by commas, or all; or the clause of your own ALTER: 'ADD COLUMN x INT'")
  @Nullable String change;

  @Marked(Mark.ALTERS)
  @Option(
      names = "--algorithm",
      order = Section.USUAL,
      paramLabel = "<name,…>",
      split = ",",
      hideParamSyntax = true,
      description =
          "instant, inplace, copy, default (the server chooses), or all (default; with --sql and"
              + " --against: default; with --tool: none)")
  @Nullable List<String> algorithms;

  @Marked({Mark.HIDDEN, Mark.ALTERS})
  @Option(
      names = "--tool",
      order = Section.USUAL,
      paramLabel = "<command>",
      description =
          "your tool for online schema changes, which makes the change too, or alone without"
              + " --algorithm; bmt fills in {alter}, {table}, {database}, {host}, {port} and"
              + " {defaults-file}, a file with the login")
  @Nullable String tool;

  @Marked(Mark.OF_ALTER)
  @Option(
      names = "--lock",
      paramLabel = "<lock>",
      defaultValue = "default",
      description = "LOCK clause of the ALTER: default, none, shared, exclusive")
  Lock lock;

  @Within(least = 1, most = 1000)
  @Option(
      names = "--repeat",
      paramLabel = "<n>",
      defaultValue = "1",
      description = "repetitions of each ALTER (default ${DEFAULT-VALUE})")
  int repeat;

  @Within(least = 0.001)
  @Option(
      names = "--statement-timeout",
      paramLabel = "<s>",
      description =
          "end an ALTER or --tool after this time: with MariaDB's max_statement_time, with KILL"
              + " QUERY on MySQL, and a tool with its processes")
  @Nullable Duration statementTimeout;

  @Marked(Mark.OF_ALTER)
  @Option(
      names = "--lock-wait-timeout",
      paramLabel = "<s>",
      description =
          "longest wait for a metadata lock, in whole seconds (default: the server's setting)")
  @Nullable Duration lockWaitTimeout;

  @Option(
      names = "--node",
      paramLabel = "<host[:port]>",
      description = "with --url: replica whose lag is measured meanwhile; may be repeated")
  List<String> nodes = new ArrayList<>();

  @Mixin Load load;
  @Mixin AlterTableOptions table;
  @Mixin KeptTarget target;
  @Mixin ServerSeriesOptions sampled;
  @Mixin SeriesOptions series;
  @Mixin StoreOptions store;

  @Spec CommandSpec spec;

  @Section("Load on the table")
  private static final class Load {
    @Option(
        names = "--while",
        order = Section.USUAL,
        paramLabel = "<load,…>",
        split = ",",
        hideParamSyntax = true,
        defaultValue = BESIDE,
        description =
            "concurrent load: oltp_read_write (default), files of your own SQL, such as"
                + " shop.sql@3,pay.sql, or none; several loads separated by commas")
    List<String> besides;

    @Option(
        names = {"-D", "--define"},
        paramLabel = "<name>=<value>",
        description = "initial value of a variable in the files; may be repeated")
    List<String> defined = new ArrayList<>();

    @Option(
        names = "--threads",
        paramLabel = "<n>",
        defaultValue = "4",
        description = "threads of the concurrent load (default ${DEFAULT-VALUE})")
    int threads;

    @Within(least = 1)
    @Option(
        names = "--baseline",
        paramLabel = "<s>",
        defaultValue = "5",
        description = "load before each ALTER (default ${DEFAULT-VALUE} s)")
    Duration baseline;

    @Within(least = 1)
    @Option(
        names = "--after",
        paramLabel = "<s>",
        defaultValue = "5",
        description = "load after each ALTER (default ${DEFAULT-VALUE} s)")
    Duration after;
  }

  @Override
  public Integer call() throws TargetException {
    if (!series.against.isEmpty()) {
      Checks.check(
          !table.onExisting,
          "--against",
          " makes the change several times, and --on-existing undoes nothing: leave one out");
      List<String> ofEach = new ArrayList<>(List.of("--repeat=1"));
      if (algorithms == null && tool == null) {
        ofEach.add("--algorithm=default");
      }
      Integer rounds =
          spec.commandLine().getParseResult().hasMatchedOption("--repeat") ? repeat : null;
      return series.run(spec.commandLine(), context, store, rounds, ofEach);
    }
    series.checkUnused();
    ReportWriter writer = store.writer(AlterResult.KIND, context.screen());
    AlterOrder order = order();
    called = order.scenario();
    store.checkWritable();
    return context.with(
        target.servers(UrlKind.OWN, load.threads),
        (server, engine) ->
            context.run(
                new AlterExperiment(order, server, NodeOptions.watched(server, nodes)),
                store,
                writer));
  }

  /** The order, checked before anything is touched. */
  public AlterOrder order() {
    Matcher own = sql == null ? null : ALTER.matcher(sql);
    Checks.check(
        own == null || own.matches(),
        "--sql",
        ": give one ALTER TABLE of a table in the database of the URL, such as 'ALTER TABLE orders"
            + " ADD INDEX (customer_id)'");
    Checks.check(own == null || change == null, "--change", " and --sql: give one of them");
    Checks.check(
        nodes.isEmpty() || !target.serverUrls().isEmpty(),
        "--node",
        " requires --url: bmt starts one server");
    List<String> files = load.besides.stream().filter(ScriptOptions::isFile).toList();
    Checks.check(
        load.defined.isEmpty() || !files.isEmpty(),
        "--define",
        " requires a file of your own SQL: --while shop.sql");
    List<Concurrent> concurrent =
        load.besides.stream().map(word -> beside(word)).distinct().toList();
    Job job = job();
    Job loading = files.isEmpty() ? null : own(files);
    AlterOrder order =
        new AlterOrder(
            job,
            loading,
            new AlterScenario(
                job.scenario(),
                table.name(own == null ? null : own.group(2)),
                table.onExisting,
                own == null ? changes() : List.of(new AlterChange(own.group(3))),
                algorithms(),
                lock,
                concurrent,
                repeat,
                Converters.seconds(load.baseline),
                Converters.seconds(load.after),
                limits(),
                loading == null ? null : loading.scenario(),
                tool == null ? null : new CommandText(tool),
                nodes.isEmpty() ? null : nodes.stream().map(NodeUrl::withPort).toList()));
    order.check();
    return order;
  }

  private static Concurrent beside(String word) {
    if (ScriptOptions.isFile(word)) {
      return Concurrent.SQL;
    }
    return Checks.choice("--while", word, "none", BESIDE).equals(BESIDE)
        ? Concurrent.OLTP_READ_WRITE
        : Concurrent.NONE;
  }

  private List<AlterChange> changes() {
    String given = change == null ? "add-column" : change.strip();
    List<String> names = AlterChange.usual().stream().map(AlterChange::word).toList();
    if (given.equals("all")) {
      return AlterChange.usual();
    }
    return NAMES.matcher(given).matches()
        ? Stream.of(given.split(","))
            .map(name -> Checks.choice("--change", name, names.toArray(String[]::new)))
            .distinct()
            .map(AlterChange::new)
            .toList()
        : List.of(new AlterChange(given));
  }

  private List<Algorithm> algorithms() {
    List<Algorithm> wanted = new ArrayList<>();
    if (algorithms != null) {
      wanted.addAll(
          algorithms.equals(List.of("all"))
              ? ALL
              : algorithms.stream()
                  .map(word -> Checks.constant("--algorithm", Algorithm.class, word))
                  .distinct()
                  .toList());
      Checks.check(!wanted.contains(Algorithm.TOOL), "--algorithm", "=tool: give --tool");
    } else if (tool == null) {
      wanted.addAll(sql == null ? ALL : List.of(Algorithm.DEFAULT));
    }
    if (tool != null) {
      wanted.add(Algorithm.TOOL);
    }
    return wanted;
  }

  private Job job() {
    Workload workload = Catalogue.byName(BESIDE);
    Map<String, String> size = Map.of("tables", "1", "table-size", Long.toString(table.rows()));
    return target.job(workload, Params.resolve(workload.info(), size), load.threads, sampled);
  }

  private Job own(List<String> files) {
    ScriptFiles read =
        ScriptFiles.read(
            new ScriptFiles.Choice(
                Grammar.of(target.serverUrls(), target.serverOptions()),
                files,
                load.defined,
                null,
                null,
                null,
                null),
            context.screen()::say);
    Params params = Params.resolve(read.workload().info(), Map.of());
    Job job = target.job(read.workload(), params, load.threads, sampled);
    return new Job(read.workload(), params, job.scenario().with(read.described()));
  }

  private Limits limits() {
    Double statement =
        statementTimeout == null ? null : (Double) Converters.seconds(statementTimeout);
    if (lockWaitTimeout == null) {
      return new Limits(statement, null);
    }
    long seconds = lockWaitTimeout.toSeconds();
    Checks.check(
        seconds >= 1
            && lockWaitTimeout.equals(Duration.ofSeconds(seconds))
            && seconds <= MOST_LOCK_WAIT_SECONDS,
        "--lock-wait-timeout",
        "=" + Converters.text(lockWaitTimeout) + ": give whole seconds, 1 or more");
    return new Limits(statement, seconds);
  }
}
