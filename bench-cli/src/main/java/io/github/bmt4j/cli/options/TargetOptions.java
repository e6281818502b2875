package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.io.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The server: {@code --target}, {@code --url}, or sysbench's {@code --mysql-*}. */
@Section("Server")
public class TargetOptions {
  /** Stands for {@code --password} without a value. */
  private static final String ASK = "\0ask";

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

  @Marked(Mark.SERVER)
  @Option(
      names = DefaultsFile.OPTION,
      paramLabel = "<file>",
      description =
          "take server and login from [client] of a file of MySQL's clients, such as ~/.my.cnf;"
              + " with --url only the login. Command line and environment come before it")
  @Nullable String defaultsFile;

  @Mixin SysbenchServer sysbench;

  @Mixin StartedServer started;

  /** The folder that keeps the data of a server that bmt starts; absent for none. */
  @Nullable Path dataDir() {
    return null;
  }

  /** Settings of a server that bmt starts. */
  public List<String> serverOptions() {
    return started.serverOptions;
  }

  /** The requested single server. */
  public TargetSpec spec(UrlKind kind) {
    List<TargetSpec> specs = specs(kind);
    Checks.check(
        specs.size() == 1,
        "only loads, prepare and doctor take several servers: give one --url, or one host and"
            + " port");
    return specs.get(0);
  }

  /** The requested servers: several of the user's own, or one. */
  List<TargetSpec> specs(UrlKind kind) {
    Checks.check(
        defaultsFile == null,
        DefaultsFile.OPTION,
        ": give it on the command line itself, not in an @file, --against or scenario file");
    List<String> given = wantedUrls();
    int ways =
        (started.target != null ? 1 : 0) + (given.isEmpty() ? 0 : 1) + (sysbench.isGiven() ? 1 : 0);
    Checks.check(ways < 2, "name one server: --target, or --url, or --mysql-host and the like");
    if (!serverUrls().isEmpty()) {
      return own(serverUrls(), kind);
    }
    Checks.check(
        user == null && password == null,
        "--user",
        " and --password require --url or --mysql-host: servers that bmt starts have"
            + " their own login");
    return List.of(started.spec());
  }

  private List<String> wantedUrls() {
    return !urls.isEmpty()
        ? urls
        : started.target == null && !sysbench.isGiven()
            ? EndpointLogins.urls(System::getenv)
            : List.of();
  }

  /** The given URLs of the user's own servers. */
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
    return started.start(dataDir(), connections);
  }

  /**
   * The requested servers, to be opened.
   *
   * @param connections connections that the command will need
   */
  public Servers servers(UrlKind kind, int connections) {
    return new Servers(specs(kind), start(connections), null, null);
  }

  /** A load on the requested single server, with default options except these. */
  public Job job(Workload workload, Params params, int threads, ServerSeriesOptions series) {
    spec(UrlKind.OWN);
    int checked = LoadOptions.threads("--threads", threads);
    return job(LoadOptions.defaults(), workload, params, Threads.of(checked, null), series);
  }

  /** A load on the requested servers, which bmt treats as no cluster. */
  public Job job(
      LoadOptions load,
      Workload workload,
      Params params,
      Threads threads,
      ServerSeriesOptions sampled) {
    LoadOptions.Endpoints endpoints =
        new LoadOptions.Endpoints(
            shown(specs(UrlKind.OWN)),
            serverOptions(),
            null,
            EndpointPlan.EVEN,
            null,
            sampled.scenario());
    return new Job(workload, params, load.scenario(workload, params, threads, endpoints, false));
  }

  /** Servers as the user gave them: URLs without passwords, separated by spaces. */
  static String shown(List<TargetSpec> specs) {
    return specs.stream().map(TargetSpec::word).collect(Collectors.joining(" "));
  }

  private List<TargetSpec> own(List<String> servers, UrlKind kind) {
    Checks.check(
        serverOptions().isEmpty() && dataDir() == null,
        "--server-option",
        " and --data-dir are for servers that bmt starts, not for your own");
    if (!sysbench.isGiven()) {
      servers.forEach(url -> kind.check("--url", url));
    }
    String usual =
        Objects.requireNonNullElse(System.getenv("BMT_USER"), sysbench.isGiven() ? "sbtest" : "");
    String login = sysbench.user != null ? sysbench.user : user != null ? user : usual;
    if (ASK.equals(password)) {
      password = askedFor(login);
    }
    Secret secret = secret(sysbench.password != null ? sysbench.password : password);
    return IntStream.range(0, servers.size())
        .mapToObj(i -> endpoint(i + 1, new TargetSpec.External(servers.get(i), login, secret)))
        .toList();
  }

  private static TargetSpec endpoint(int number, TargetSpec.External all) {
    return EndpointLogins.endpoint(number, all, System::getenv);
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
          "--password",
          ": there is no terminal to ask for it on; set BMT_PASSWORD in the environment");
    }
    return new String(typed);
  }
}
