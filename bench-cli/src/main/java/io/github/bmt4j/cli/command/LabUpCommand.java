package io.github.bmt4j.cli.command;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.options.CacheOption;
import io.github.bmt4j.cli.options.ClusterOptions;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.options.ViaOption;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.HaProxy;
import io.github.bmt4j.server.HaProxyListen;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt lab up}: starts a lab and keeps it until Ctrl-C or {@code bmt lab down}. */
@Command(
    name = "up",
    description =
        "Starts a primary and its replicas; they run until Ctrl-C, or lab down in another"
            + " terminal.")
@Section("Cluster that bmt starts")
public final class LabUpCommand extends BmtCommand {
  private static final Duration CATCH_UP = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 100;

  private volatile boolean down;

  @Mixin ClusterOptions cluster;
  @Mixin ViaOption via;

  @Option(
      names = "--target",
      paramLabel = "<server>",
      defaultValue = "embedded",
      description = "embedded (default), local, or local:<path of mariadbd or mysqld>")
  String target;

  @Option(
      names = "--server-option",
      paramLabel = "<key=value>",
      description = "setting of every node, such as sync_binlog=1; may be repeated")
  List<String> serverOptions = new ArrayList<>();

  @Mixin CacheOption cache;

  @Override
  public Integer call() throws TargetException {
    TargetSpec spec = ServerRegistry.here(TargetSpec.parse(target));
    Topology topology = cluster.topology();
    StartOptions options = new StartOptions(cache.folder(), null, serverOptions);
    ServerRegistry.check(topology, spec, options, "", bmt("lab"), List.of());
    if (via.isHaProxy()) {
      HaProxy.demand(true);
    }
    try (LabFolder folder = LabFolder.take(cache.folder());
        Cluster lab = open(topology, spec, options);
        HaProxy proxy = proxy(lab)) {
      context.shutdown().workBegins();
      introduce(lab, folder.open(lab), proxy != null);
      StopSignal stop = context.shutdown().stop();
      // Ctrl-C does not wait for a request: servers may hang.
      Thread requests = Daemon.start("bmt-lab", () -> answer(lab, folder, stop));
      while (!stop.given() && requests.isAlive()) {
        requests.join(LOOK_MILLIS);
      }
    } catch (IOException e) {
      throw new TargetException("cannot store the files of the lab: " + e, e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
    context.shutdown().signalWasRegularEnd();
    context.screen().say("The lab is down.");
    return ExitCode.VALID;
  }

  private Cluster open(Topology topology, TargetSpec spec, StartOptions options)
      throws TargetException {
    try {
      return ServerRegistry.open(topology, spec, options, context.screen());
    } catch (TargetException e) {
      throw context.shutdown().stop().given() ? new TargetException("stopped", e) : e;
    }
  }

  private @Nullable HaProxy proxy(Cluster lab) throws TargetException {
    return via.isHaProxy() ? HaProxy.start(listens(lab), lab.admin()) : null;
  }

  private static List<HaProxyListen> listens(Cluster lab) {
    return List.of(HaProxyListen.writers(lab, Node::address), HaProxyListen.readers(lab));
  }

  private void introduce(Cluster lab, Path logins, boolean proxied) {
    Screen screen = context.screen();
    screen.line(lab.description() + ", database " + StartOptions.DATABASE);
    screen.line("");
    screen.line(words("%-6s %-8s %s", "node", "role", "JDBC URL"));
    for (NodeState state : lab.status()) {
      Node node = state.node();
      screen.line(words("%-6s %-8s %s", node.name(), state.role().word(), lab.url(node)));
    }
    if (proxied) {
      String url = lab.url(lab.primary());
      screen.line(words("%-6s %-8s %s", "proxy", "writes", listens(lab).get(0).url(url)));
      screen.line(words("%-6s %-8s %s", "proxy", "reads", listens(lab).get(1).url(url)));
    }
    screen.line("");
    screen.line(
        "logins   "
            + lab.application().user()
            + " for applications, "
            + lab.admin().user()
            + " for everything; their passwords are in");
    screen.line("         " + logins);
    screen.line(
        words(
            "watch    BMT_PASSWORD=\"$(sed -n s/^application.password=//p %s)\" %s",
            ShownWords.shell(List.of(logins.toString())),
            bmt("watch " + ShownWords.shell(watched(lab, proxied)))));
    screen.line("Runs until Ctrl-C, or " + bmt("lab down in another terminal."));
  }

  /** Options with which watch is an application of the lab. */
  private static List<String> watched(Cluster lab, boolean proxied) {
    String url = lab.url(lab.primary());
    String hosts = lab.nodes().stream().map(Node::address).collect(Collectors.joining(","));
    List<String> options =
        proxied
            ? List.of(
                "--url=" + listens(lab).get(0).url(url),
                "--read-url=" + listens(lab).get(1).url(url))
            : List.of(
                "--url="
                    + url.replace(
                        "mariadb://" + lab.primary().address(), "mariadb:sequential://" + hosts));
    return Stream.of(
            options.stream(),
            lab.nodes().stream().filter(node -> proxied).map(node -> "--node=" + node.address()),
            Stream.of("--user=" + lab.application().user()))
        .flatMap(words -> words)
        .toList();
  }

  private void answer(Cluster lab, LabFolder folder, StopSignal stop) {
    while (!stop.given() && !down) {
      folder.answer((request, node) -> answer(lab, request, node));
      LockSupport.parkNanos(LOOK_MILLIS * 1_000_000);
    }
  }

  private List<String> answer(Cluster lab, LabRequest request, String name) throws TargetException {
    return switch (request) {
      case STATUS -> table(lab);
      case PROMOTE, SWITCHOVER -> {
        Node node = name.isEmpty() ? lab.mostAdvancedReplica() : node(lab, name);
        if (request == LabRequest.SWITCHOVER) {
          handOver(lab, node);
        }
        lab.promote(node);
        yield List.of(node.name() + " is the primary.");
      }
      case KILL -> {
        Node node = name.isEmpty() ? lab.primary() : node(lab, name);
        lab.kill(node);
        yield List.of("Killed " + node.name() + ".");
      }
      case DOWN -> {
        down = true;
        yield List.of();
      }
    };
  }

  /** The primary takes writes again if the replica does not get everything. */
  private static void handOver(Cluster lab, Node node) throws TargetException {
    Node old = lab.primary();
    lab.readOnly(old, true);
    try {
      lab.awaitCaughtUp(node, CATCH_UP);
    } catch (TargetException e) {
      lab.readOnly(old, false);
      throw e;
    }
  }

  private static Node node(Cluster lab, String name) {
    return lab.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    name
                        + " is not a node of the lab: choose one of "
                        + lab.nodes().stream().map(Node::name).collect(Collectors.joining(", "))));
  }

  private static List<String> table(Cluster lab) {
    List<String> lines = new ArrayList<>();
    lines.add(row("node", "role", "address", "detail"));
    for (NodeState state : lab.status()) {
      Node node = state.node();
      lines.add(
          row(node.name(), state.role().word(), node.host() + ":" + node.port(), state.detail()));
    }
    return lines;
  }

  private static String row(String node, String role, String address, String detail) {
    return words("%-6s %-8s %-16s %s", node, role, address, detail);
  }
}
