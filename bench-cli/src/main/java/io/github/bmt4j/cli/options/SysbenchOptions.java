package io.github.bmt4j.cli.options;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.failure.BadInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options of sysbench that bmt takes so that lines of sysbench's users work: options without an
 * effect are accepted with a note, and options whose effect bmt lacks are refused. The help does
 * not show them.
 */
public final class SysbenchOptions {
  /** Chooses a workload in sysbench 0.5: see {@link SysbenchLine}. */
  static final String READ_ONLY = "--oltp-read-only";

  static final String WRITE_ONLY = "--oltp-write-only";

  static final String TEST_MODE = "--oltp-test-mode=";

  private static final String MIXIN = "sysbench";
  private static final String DB_DRIVER = "--db-driver";

  /**
   * Name, form, and, if bmt lacks the option's effect, the value without an effect and the remedy
   * for other values.
   */
  private static final Map<String, String[]> IDLE =
      """
      --debug                flag
      --validate             flag
      --db-debug             flag
      --mysql-debug          flag
      --rand-init            flag
      --init-rng             flag
      --report-csv           flag
      --verbosity            value
      --forced-shutdown      optional
      --thread-stack-size    value
      --thread-init-timeout  value
      --luajit-cmd           value
      --pgsql-host           value
      --pgsql-port           value
      --pgsql-user           value
      --pgsql-password       value
      --pgsql-db             value
      --pgsql-variant        value
      --report-checkpoints   value     -        bmt has no checkpoints: the run's folder has the figures of every interval
      --mysql-dry-run        flag      false    bmt has no dry run: bmt doctor checks the server without a load
      --mysql-engine-trx     value
      --create-table-options value     -        bmt makes its tables itself: choose their engine with --mysql-storage-engine
      --mysql-ssl-cert       value     -        name the client's key store in --url, with keyStore=<file>
      --mysql-ssl-key        value     -        name the client's key store in --url, with keyStore=<file>
      --mysql-ssl-cipher     value     -        name Java's cipher suites in --url, with enabledSslCipherSuites
      --oltp-read-only       flag      false    choose the workload oltp_read_only
      --oltp-write-only      flag      false    choose the workload oltp_write_only
      --oltp-test-mode       value     complex  choose a workload, such as oltp_point_select or oltp_update_index
      --oltp-nontrx-mode     value     -        choose a workload, such as oltp_point_select or oltp_update_index
      --oltp-table-name      value     sbtest   bmt's tables are sbtest1, sbtest2 and so on
      --oltp-reconnect       flag      false    give --reconnect=<n> for a new connection after n transactions
      --oltp-reconnect-mode  value     session  give --reconnect=<n> for a new connection after n transactions
      --oltp-connect-delay   value     0        a load does not pause
      --oltp-user-delay-min  value     0        a load does not pause; --rate has operations arrive at a rate
      --oltp-user-delay-max  value     0        a load does not pause; --rate has operations arrive at a rate
      """
          .lines()
          .map(line -> line.split(" +", 4))
          .collect(
              Collectors.toMap(
                  line -> line[0], line -> line, (one, same) -> one, LinkedHashMap::new));

  /** Older spellings of sysbench, and those of MySQL's clients: not shown. */
  private static final Map<String, String> OLD =
      """
      --num-threads        --threads
      --max-time           --time
      --max-requests       --events
      --tx-rate            --rate
      --warmup-time        --warmup
      --oltp-tables-count  --tables
      --oltp-table-count   --tables
      --oltp-num-tables    --tables
      --oltp-dist-type     --rand-type
      --oltp-dist-iter     --rand-spec-iter
      --oltp-dist-pct      --rand-spec-pct
      --oltp-dist-res      --rand-spec-res
      --mysql-table-engine --mysql-storage-engine
      --mysql-table-type   --mysql-storage-engine
      --host               --mysql-host
      --port               --mysql-port
      --database           --mysql-db
      --socket             --mysql-socket
      """
          .lines()
          .map(line -> line.split(" +"))
          .collect(Collectors.toUnmodifiableMap(line -> line[0], line -> line[1]));

  private static final String OLTP = "--oltp-";

  private SysbenchOptions() {}

  /** Today's name of an option, given any of its names in sysbench or MySQL's clients. */
  static String todaysName(String name) {
    String ofWorkload = name.replaceFirst("^" + OLTP, "--");
    return name.startsWith(OLTP) && WorkloadOptions.names().contains(ofWorkload)
        ? ofWorkload
        : OLD.getOrDefault(name, name);
  }

  /** Adds these options to a command, except those that the command has itself. */
  public static void addTo(CommandSpec command) {
    CommandSpec mixin = CommandSpec.create();
    IDLE.forEach((name, line) -> mixin.addOption(option(name, line[1])));
    if (!command.positionalParameters().isEmpty()) {
      Stream.of(new LoadOptions(), new StoreOptions())
          .flatMap(options -> CommandSpec.forAnnotatedObject(options).options().stream())
          .filter(option -> command.findOption(option.longestName()) == null)
          .forEach(option -> mixin.addOption(OptionSpec.builder(option).hidden(true).build()));
    }
    mixin.addOption(option(DB_DRIVER, "value"));
    command.addMixin(MIXIN, mixin);
  }

  private static OptionSpec option(String name, String form) {
    OptionSpec.Builder option = OptionSpec.builder(name).hidden(true);
    return form.equals("flag")
        ? option.type(boolean.class).arity("0..1").fallbackValue("on").build()
        : option.type(String.class).arity(form.equals("value") ? "1" : "0..1").build();
  }

  /**
   * A line for each given option without an effect.
   *
   * @throws BadInputException when bmt lacks the effect of a given option
   */
  public static List<String> notes(CommandLine.ParseResult given) {
    CommandSpec command = given.commandSpec();
    CommandSpec mixin = command.mixins().get(MIXIN);
    if (mixin == null) {
      return List.of();
    }
    Map<String, String> values = new TreeMap<>();
    given.matchedOptions().stream()
        .filter(option -> mixin.findOption(option.longestName()) != null)
        .forEach(
            option -> values.put(option.longestName(), String.valueOf(option.<Object>getValue())));
    values.forEach(SysbenchOptions::check);
    return values.entrySet().stream()
        .filter(option -> !option.getKey().equals(DB_DRIVER))
        .filter(option -> IDLE.getOrDefault(option.getKey(), new String[0]).length < 4)
        .filter(option -> !option.getValue().equals("false"))
        .map(
            option ->
                option.getKey()
                    + (IDLE.containsKey(option.getKey())
                        ? " has no effect in bmt"
                        : " has no effect on bmt " + command.name()))
        .toList();
  }

  private static void check(String name, String value) {
    Checks.check(
        !name.equals(DB_DRIVER) || value.equals("mysql"),
        DB_DRIVER,
        "="
            + value
            + ": sysbench's workloads run on MySQL and MariaDB only: give mysql, or run your own SQL"
            + " over any JDBC URL, as in "
            + bmt("run my.sql --url jdbc:postgresql://host/db --driver")
            + " org.postgresql:postgresql:42.7.14");
    String[] line = IDLE.getOrDefault(name, new String[0]);
    Checks.check(
        line.length < 4 || value.isEmpty() || value.equals(line[2]),
        name,
        line.length < 4 ? "" : ": " + line[3]);
  }
}
