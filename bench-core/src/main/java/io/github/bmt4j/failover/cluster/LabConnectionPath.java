package io.github.bmt4j.failover.cluster;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.failover.client.Client;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.fault.ConnectionPath;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.proxy.HostNames;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failover.proxy.TcpProxy;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.HaProxy;
import io.github.bmt4j.server.HaProxyListen;
import io.github.bmt4j.server.Login;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The way from the application to a cluster: straight to the nodes if possible, over a proxy or
 * name of the primary, and through a proxy before every node if a fault disturbs the network.
 */
final class LabConnectionPath implements ConnectionPath, AutoCloseable {
  private static final String NAME = "primary.bmt.test";

  /** Longest wait for transactions under way before a planned change. */
  private static final Duration DRAIN = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final HaMode ha;
  private final boolean aurora;
  private final @Nullable TcpProxy proxy;
  private final @Nullable ProxyHandle primaryProxy;
  private final @Nullable HaProxy haProxy;
  private final Map<String, ProxyHandle> proxies = new LinkedHashMap<>();
  private final @Nullable HostNames names;
  private volatile @Nullable Client application;

  /**
   * Opens the path, which points to the cluster's primary. A fault that breaks it needs a proxy
   * before each node; the nodes of an emulated Aurora have one in any case.
   *
   * @param observer login with which HAProxy checks the nodes
   * @param folder for the files of names and of HAProxy
   */
  LabConnectionPath(Cluster cluster, LabCluster.Plan plan, Login observer, Path folder)
      throws TargetException {
    this.cluster = cluster;
    ha = plan.ha();
    boolean endpoint = ha.equals(HaMode.ENDPOINT) && !plan.haProxy();
    aurora = ha.has(HaMode.Trait.AURORA);
    boolean toNodes = (plan.fault().breaksThePath() && !endpoint) || aurora;
    proxy = toNodes || endpoint ? TcpProxy.start() : null;
    try (CloseOnFailure opened = new CloseOnFailure(this::close)) {
      primaryProxy = endpoint ? open(cluster.primary(), "127.0.0.1", 0) : null;
      if (toNodes) {
        for (Node node : cluster.nodes()) {
          // An address of its own, so that all nodes keep one port: names stand for addresses only.
          proxies.put(node.name(), open(node, node.front(), node.port()));
        }
      }
      haProxy = plan.haProxy() ? HaProxy.start(folder, listens(plan.readers()), observer) : null;
      names = ha.equals(HaMode.DNS) || aurora ? HostNames.create(folder) : null;
      point(cluster.primary());
      opened.succeeded();
    } catch (IOException e) {
      throw new TargetException("cannot write a file of names: " + e.getMessage(), e);
    }
  }

  private List<HaProxyListen> listens(boolean readers) {
    HaProxyListen writers = HaProxyListen.writers(cluster, this::hostAndPort);
    return readers ? List.of(writers, HaProxyListen.readers(cluster)) : List.of(writers);
  }

  private ProxyHandle open(Node node, String host, int port) throws TargetException {
    return Objects.requireNonNull(proxy)
        .open(node.name(), new InetSocketAddress(host, port), address(node));
  }

  private static InetSocketAddress address(Node node) {
    return new InetSocketAddress(node.host(), node.port());
  }

  @Override
  public String point(Node node) throws TargetException {
    if (primaryProxy != null) {
      primaryProxy.flip(address(node));
      return "endpoint points to " + node.name();
    }
    if (names != null) {
      String name = aurora ? AuroraNames.WRITER : NAME;
      try {
        if (aurora) {
          pointAurora(names, node);
        }
        names.point(name, host(node));
      } catch (IOException e) {
        throw new TargetException("cannot write a file of names: " + e.getMessage(), e);
      }
      return name + " points to " + node.name();
    }
    return "";
  }

  /** Sets names of nodes, the reader endpoint, and the roles that nodes report. */
  private void pointAurora(HostNames known, Node writer) throws IOException, TargetException {
    for (Node node : cluster.nodes()) {
      known.point(AuroraNames.instance(node), host(node));
      if (!node.equals(writer)) {
        known.point(AuroraNames.READER, host(node));
      }
      proxy(node).rewrite(AuroraNames.words(cluster, node, writer));
    }
  }

  private String host(Node node) {
    ProxyHandle handle = proxies.get(node.name());
    return handle == null ? node.host() : handle.host();
  }

  /** The application has started; HAProxy's changes are noted from now on. */
  void begin(Client client, TrialTimeline timeline) {
    application = client;
    if (haProxy != null) {
      haProxy.observe(
          node ->
              timeline.note(
                  Kind.SWITCHED,
                  node,
                  node.isEmpty()
                      ? "HAProxy has no server that is UP"
                      : "gets new connections from HAProxy"));
    }
  }

  @Override
  public String hold() throws TargetException {
    int used = Objects.requireNonNull(application, "started").suspend(DRAIN);
    return "the application's pools are suspended, "
        + (used == 0 ? "no connection" : counted(used, "connection"))
        + " in use";
  }

  @Override
  public void release() throws TargetException {
    Objects.requireNonNull(application, "started").resume();
  }

  @Override
  public ProxyHandle proxy(Node node) {
    ProxyHandle handle = primaryProxy == null ? proxies.get(node.name()) : primaryProxy;
    if (handle == null) {
      throw new IllegalStateException("no proxy before " + node.name());
    }
    return handle;
  }

  String url(String node) {
    List<String> nodes = cluster.nodes().stream().map(this::hostAndPort).toList();
    String name = aurora ? AuroraNames.WRITER : NAME;
    String primary = name + ":" + cluster.primary().port();
    if (primaryProxy != null) {
      primary = primaryProxy.host() + ":" + primaryProxy.port();
    } else if (haProxy != null) {
      primary = HaProxyListen.writers(cluster, this::hostAndPort).words();
    }
    return ApplicationUrls.url(node, ha, primary, nodes);
  }

  String readUrl(String node, HaMode readHa) {
    List<String> replicas = cluster.replicas().stream().map(this::hostAndPort).toList();
    return ApplicationUrls.spread(node, readHa, hostAndPort(cluster.primary()), replicas);
  }

  private String hostAndPort(Node node) {
    return host(node) + ":" + node.port();
  }

  List<String> javaOptions() {
    return names == null ? List.of() : List.of(names.jvmOption());
  }

  boolean isAlive() {
    return (proxy == null || proxy.isAlive()) && (haProxy == null || haProxy.isAlive());
  }

  @Override
  public void close() {
    if (haProxy != null) {
      haProxy.close();
    }
    if (proxy != null) {
      proxy.close();
    }
  }
}
