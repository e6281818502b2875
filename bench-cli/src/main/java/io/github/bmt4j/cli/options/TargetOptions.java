package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.os.UserFolders;
import io.github.bmt4j.server.StartOptions;
import java.io.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The server: {@code --target}, {@code --url}, or sysbench's {@code --mysql-*}. */
@Section("Server")
@SuppressWarnings("NullAway.Init")
public final class TargetOptions {
  /** Stands for {@code --password} without a value. */
  private static final String ASK = "\0ask";

  private static final Set<String> OF_STARTED_SERVERS =
      Set.of("--target", "--server-option", "--cache-dir");

  @Option(
      names = "--target",
      order = Section.USUAL,
      paramLabel = "<server>",
      description =
          "server that bmt starts: embedded (default), local, local:<path of mariadbd or mysqld>,"
              + " or container:<image>, such as container:mysql:8.4")
  @Nullable String target;

  @Marked(Mark.HIDDEN)
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

  @Option(
      names = "--mysql-host",
      order = Section.USUAL,
      paramLabel = "<host,…>",
      hideParamSyntax = true,
      split = ",",
      description =
          "your own server as in sysbench (default localhost when another --mysql-* is given)")
  List<String> mysqlHosts = new ArrayList<>();

  @Option(
      names = "--mysql-port",
      paramLabel = "<port,…>",
      hideParamSyntax = true,
      split = ",",
      description = "default 3306")
  List<Integer> mysqlPorts = new ArrayList<>();

  @Option(
      names = "--mysql-socket",
      paramLabel = "<file,…>",
      hideParamSyntax = true,
      split = ",",
      description =
          "socket file of a server on this machine; ignored if a host other than localhost is"
              + " given")
  List<String> mysqlSockets = new ArrayList<>();

  @Option(names = "--mysql-db", paramLabel = "<name>", description = "default sbtest")
  @Nullable String mysqlDb;

  @Option(
      names = "--mysql-user",
      paramLabel = "<name>",
      description = "default BMT_USER, or sbtest")
  @Nullable String mysqlUser;

  @Marked({Mark.HIDDEN, Mark.SECRET})
  @Option(
      names = "--mysql-password",
      paramLabel = "<password>",
      description = "better: BMT_PASSWORD")
  @Nullable String mysqlPassword;

  @Option(
      names = "--mysql-ssl",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "<mode>",
      description =
          "TLS with --mysql-host: off (default), on (any certificate), VERIFY_CA, VERIFY_IDENTITY")
  @Nullable String mysqlSsl;

  @Option(
      names = "--mysql-compression",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      description = "compress the protocol (default off)")
  @Nullable Boolean mysqlCompression;

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

  @Option(
      names = "--cache-dir",
      paramLabel = "<folder>",
      description = "folder for server binaries (default: the user's cache folder)")
  @Nullable Path cacheDir;

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
    if (specs.size() > 1) {
      throw new BadInputException(
          "only loads, prepare and doctor take several servers: give one --url, or one host and"
              + " port");
    }
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
    boolean sysbench = isSysbenchs();
    List<String> wantedUrls = wantedUrls();
    int ways = (target != null ? 1 : 0) + (wantedUrls.isEmpty() ? 0 : 1) + (sysbench ? 1 : 0);
    if (ways > 1) {
      throw new BadInputException(
          "name one server: --target, or --url, or --mysql-host and the like");
    }
    if (!wantedUrls.isEmpty()) {
      return endpoints(wantedUrls.stream().map(this::external).toList());
    }
    if (sysbench) {
      return sysbenchServers();
    }
    if (user != null || password != null) {
      throw new BadInputException(
          "--user and --password require --url or --mysql-host: servers that bmt starts have"
              + " their own login");
    }
    return List.of(TargetSpec.parse(target == null ? "embedded" : target));
  }

  /** Returns true if sysbench's options name the server. */
  boolean isSysbenchs() {
    return !mysqlHosts.isEmpty()
        || !mysqlPorts.isEmpty()
        || !mysqlSockets.isEmpty()
        || mysqlDb != null
        || mysqlUser != null
        || mysqlPassword != null
        || mysqlSsl != null
        || mysqlCompression != null;
  }

  private List<String> wantedUrls() {
    return !urls.isEmpty()
        ? urls
        : target == null && !isSysbenchs() ? EndpointLogins.urls(System::getenv) : List.of();
  }

  /** The URLs of the user's own servers, as far as they were given. */
  public List<String> serverUrls() {
    return isSysbenchs() ? sysbenchUrls() : wantedUrls();
  }

  /** Returns true if a password was given as an option, for all servers. */
  boolean givesPassword() {
    return password != null || mysqlPassword != null;
  }

  private static List<TargetSpec> endpoints(List<TargetSpec.External> same) {
    List<TargetSpec> endpoints = new ArrayList<>();
    for (int i = 0; i < same.size(); i++) {
      endpoints.add(EndpointLogins.endpoint(i + 1, same.get(i), System::getenv));
    }
    return endpoints;
  }

  /**
   * Options with which a server is started.
   *
   * @param connections connections that the run will need
   */
  public StartOptions start(int connections) {
    return new StartOptions(
        cacheDir == null ? UserFolders.cache() : cacheDir, dataDir, serverOptions, connections);
  }

  /** Refuses a folder for data, where servers have none to keep. */
  public void noDataFolder() {
    if (dataDir != null) {
      throw new BadInputException(
          "--data-dir is for run, prepare, cleanup and alter: this command keeps no data");
    }
  }

  private TargetSpec.External external(String wantedUrl) {
    noServerOfOurs();
    checkUrl("--url", wantedUrl);
    String login = user != null ? user : Objects.requireNonNullElse(System.getenv("BMT_USER"), "");
    if (ASK.equals(password)) {
      password = askedFor(login);
    }
    return new TargetSpec.External(wantedUrl, login, secret(password));
  }

  /**
   * Checks what can be seen of a URL.
   *
   * @param option option that it was given with
   */
  public void checkUrl(String option, String wantedUrl) {
    urlKind.check(option, wantedUrl);
  }

  private List<TargetSpec> sysbenchServers() {
    noServerOfOurs();
    String named =
        user != null ? user : Objects.requireNonNullElse(System.getenv("BMT_USER"), "sbtest");
    String login = mysqlUser != null ? mysqlUser : named;
    if (ASK.equals(password)) {
      password = askedFor(login);
    }
    String given = mysqlPassword != null ? mysqlPassword : password;
    return endpoints(
        sysbenchUrls().stream()
            .map(url -> new TargetSpec.External(url, login, secret(given)))
            .toList());
  }

  private List<String> sysbenchUrls() {
    SysbenchTls tls = SysbenchTls.of(mysqlSsl);
    String options =
        tls.urlOptions() + (Boolean.TRUE.equals(mysqlCompression) ? "&useCompression=true" : "");
    String place = "/" + Objects.requireNonNullElse(mysqlDb, "sbtest") + "?" + options;
    List<String> sockets = mysqlSockets.stream().filter(socket -> !socket.isBlank()).toList();
    if (!sockets.isEmpty() && mysqlHosts.stream().allMatch("localhost"::equals)) {
      return sockets.stream().map(socket -> EndpointLogins.socketUrl(socket, place)).toList();
    }
    return EndpointLogins.addresses(
            mysqlHosts.isEmpty() ? List.of("localhost") : mysqlHosts,
            mysqlPorts.isEmpty() ? List.of(3306) : mysqlPorts)
        .stream()
        .map(address -> "jdbc:mariadb://" + address + place)
        .toList();
  }

  private void noServerOfOurs() {
    if (!serverOptions.isEmpty() || dataDir != null) {
      throw new BadInputException(
          "--server-option and --data-dir are for servers that bmt starts, not for your own");
    }
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
