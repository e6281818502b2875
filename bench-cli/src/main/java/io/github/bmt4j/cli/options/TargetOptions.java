package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.io.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The server: {@code --target}, {@code --url}, or sysbench's {@code --mysql-*}. */
@Section("Server")
public final class TargetOptions {
  /** Stands for {@code --password} without a value. */
  private static final String ASK = "\0ask";

  private static final Set<String> OF_STARTED_SERVERS =
      Set.of("--target", "--server-option", "--cache-dir");

  @Marked(Mark.SERVER)
  @Option(
      names = "--target",
      order = Section.USUAL,
      paramLabel = "<server>",
      description =
          "server that bmt starts: embedded (default), local, local:<path of mariadbd or mysqld>,"
              + " or container:<image>, such as container:mysql:8.4")
  @Nullable String target;

  @Marked({Mark.HIDDEN, Mark.SERVER})
  @Option(
      names = "--url",
      order = Section.USUAL,
      paramLabel = "<jdbc-url>",
      description =
          "your own server, such as jdbc:mariadb://host:3306/sbtest; also BMT_URL. run and prepare"
              + " take several: connections are spread over them in turn (BMT_URL_2, BMT_USER_2,"
              + " BMT_PASSWORD_2 for the second)")
  List<String> urls = new ArrayList<>();

  @Option(
      names = "--user",
      order = Section.USUAL,
      paramLabel = "<name>",
      description = "with --url; also BMT_USER")
  @Nullable String user;

  @Marked({Mark.HIDDEN, Mark.SECRET})
  @Option(
      names = "--password",
      arity = "0..1",
      fallbackValue = ASK,
      paramLabel = "<password>",
      description = "with --url; without a value, bmt asks for it; better: BMT_PASSWORD")
  @Nullable String password;

  @Mixin SysbenchServer sysbench;

  @Marked(Mark.SETTING)
  @Option(
      names = "--server-option",
      paramLabel = "<key=value>",
      description =
          "setting of a server that bmt starts, such as innodb_buffer_pool_size=1G; may be"
              + " repeated")
  public List<String> serverOptions = new ArrayList<>();

  @Option(
      names = "--data-dir",
      paramLabel = "<folder>",
      description =
          "keep the data of a server that bmt starts in this folder (not with failover and"
              + " balance)")
  @Nullable Path dataDir;

  @Mixin CacheOption cache;

  private UrlKind urlKind = UrlKind.OWN;

  /** Takes URLs of the driver that is wished for. */
  public void takeUrlsOf(DriverWish wish) {
    urlKind = wish.driver() == null ? UrlKind.OWN_UNLESS_A_DRIVER_IS_NAMED : UrlKind.OF_A_DRIVER;
  }

  /** Takes URLs of the driver that is wished for, also of servers outside the MySQL family. */
  public void takeUrlsOfAnyServer(DriverWish wish) {
    takeUrlsOf(wish);
    urlKind = urlKind == UrlKind.OF_A_DRIVER ? UrlKind.OF_ANY_SERVER : urlKind;
  }

  /** Takes URLs of any driver: what bmt's own knows of them is used. */
  public void takeAllUrls() {
    urlKind = UrlKind.OF_A_DRIVER;
  }

  /** Leaves out of a command's help what names another server than bmt starts, or keeps data. */
  public static void hideOwnServers(CommandSpec spec) {
    for (OptionSpec option :
        List.copyOf(Objects.requireNonNull(spec.mixins().get("target")).options())) {
      if (!OF_STARTED_SERVERS.contains(option.longestName())) {
        spec.remove(option).addOption(option.toBuilder().hidden(true).build());
      }
    }
  }

  /** The one server that was asked for. */
  public TargetSpec spec() {
    List<TargetSpec> specs = specs();
    Checks.check(
        specs.size() == 1,
        "only loads, prepare and doctor take several servers: give one --url, or one host and"
            + " port");
    return specs.get(0);
  }

  /** Returns true if the first server and its data last only as long as the command. */
  public boolean endsWithCommand() {
    return specs().get(0).isStarted() && dataDir == null;
  }

  /** Refuses a server that is started without any tables. */
  public void requireTables() {
    Checks.check(
        !endsWithCommand(),
        "a server that bmt starts has no tables: give --url, --mysql-host, or the --data-dir of the"
            + " load");
  }

  /** The servers that were asked for: several of the user's, or one. */
  public List<TargetSpec> specs() {
    List<String> given = wantedUrls();
    int ways = (target != null ? 1 : 0) + (given.isEmpty() ? 0 : 1) + (sysbench.isGiven() ? 1 : 0);
    Checks.check(ways < 2, "name one server: --target, or --url, or --mysql-host and the like");
    if (!serverUrls().isEmpty()) {
      return own(serverUrls());
    }
    Checks.check(
        user == null && password == null,
        "--user and --password require --url or --mysql-host: servers that bmt starts have"
            + " their own login");
    return List.of(TargetSpec.parse(target == null ? "embedded" : target));
  }

  private List<String> wantedUrls() {
    return !urls.isEmpty()
        ? urls
        : target == null && !sysbench.isGiven() ? EndpointLogins.urls(System::getenv) : List.of();
  }

  /** The URLs of the user's own servers, as far as they were given. */
  public List<String> serverUrls() {
    return sysbench.isGiven() ? sysbench.urls() : wantedUrls();
  }

  boolean givesPassword() {
    return password != null || sysbench.password != null;
  }

  /**
   * Options with which a server is started.
   *
   * @param connections connections that the run will need
   */
  public StartOptions start(int connections) {
    return new StartOptions(cache.folder(), dataDir, serverOptions, connections);
  }

  /**
   * The one server that was asked for, to be opened.
   *
   * @param connections connections that the command will need
   */
  public CommandContext.Opening opening(int connections) {
    TargetSpec spec = spec();
    StartOptions start = start(connections);
    return new CommandContext.Opening() {
      @Override
      public void check() {
        ServerRegistry.check(spec, start);
      }

      @Override
      public Server open(Progress progress) throws TargetException {
        return ServerRegistry.open(spec, start, progress);
      }
    };
  }

  /** A load on the one server that was asked for, with default options but for these. */
  public Job job(Workload workload, Params params, int threads, ServerSeriesOptions series) {
    LoadOptions load = LoadOptions.defaults();
    load.series = series;
    int checked = LoadOptions.threads("--threads", threads);
    return new Job(
        workload, params, load.scenario(workload, params, checked, spec().word(), serverOptions));
  }

  /** Refuses a folder for data, where servers have none to keep. */
  public void noDataFolder() {
    Checks.check(
        dataDir == null,
        "--data-dir is for run, prepare, cleanup and alter: this command keeps no data");
  }

  private List<TargetSpec> own(List<String> servers) {
    Checks.check(
        serverOptions.isEmpty() && dataDir == null,
        "--server-option and --data-dir are for servers that bmt starts, not for your own");
    if (!sysbench.isGiven()) {
      servers.forEach(url -> checkUrl("--url", url));
    }
    String usual =
        Objects.requireNonNullElse(System.getenv("BMT_USER"), sysbench.isGiven() ? "sbtest" : "");
    String login = sysbench.user != null ? sysbench.user : user != null ? user : usual;
    if (ASK.equals(password)) {
      password = askedFor(login);
    }
    Secret secret = secret(sysbench.password != null ? sysbench.password : password);
    List<TargetSpec> endpoints = new ArrayList<>();
    for (String url : servers) {
      TargetSpec.External all = new TargetSpec.External(url, login, secret);
      endpoints.add(EndpointLogins.endpoint(endpoints.size() + 1, all, System::getenv));
    }
    return endpoints;
  }

  /**
   * Checks what can be seen of a URL.
   *
   * @param option option that it was given with
   */
  public void checkUrl(String option, String wantedUrl) {
    urlKind.check(option, wantedUrl);
  }

  private static Secret secret(@Nullable String given) {
    String environment = System.getenv("BMT_PASSWORD");
    return given != null
        ? Secret.of(given)
        : environment != null ? Secret.of(environment) : Secret.NONE;
  }

  @SuppressWarnings(
      "SystemConsoleNull") // From JDK 22 on there always is one; it then reads end of file, or a
  // line.
  private static String askedFor(String login) {
    Console console = System.console();
    char[] typed = console == null ? null : console.readPassword("Password of %s: ", login);
    if (typed == null) {
      throw new BadInputException(
          "--password: there is no terminal to ask for it on; set BMT_PASSWORD in the environment");
    }
    return new String(typed);
  }
}
