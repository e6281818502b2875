package io.github.bmt4j.server.process;

import static java.util.Objects.requireNonNull;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.NodeServers;
import io.github.bmt4j.server.ServerOptions;
import io.github.bmt4j.server.ServerProvider;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A Galera cluster of the installed MariaDB. Every node takes writes and has all data; the primary
 * is the node to which the application connects. All nodes begin with copies of one data folder of
 * a cluster that was shut down in order, so that no node must be sent its data.
 */
final class GaleraCluster extends ProcessCluster<GaleraNode>
    implements Cluster.Isolatable, Cluster.Multiprimary {
  private static final String NAME = "galera";
  private static final int PORTS = 3;

  /** File in the data folder of each node: key and certificate of the cluster. */
  static final String KEY = "cluster.pem";

  /** Program by which a node copies its data to another, called by the servers. */
  private static final String TRANSFER = "wsrep_sst_files";

  private static final DeclaredOption<Duration> SUSPECT_TIMEOUT =
      DeclaredOption.time(
          "suspect-timeout",
          5_000,
          "topology galera: how long a node may be silent before the others begin to expel it");

  private static final List<String> LIBRARIES =
      List.of(
          "/usr/lib/galera/libgalera_smm.so",
          "/usr/lib64/galera-4/libgalera_smm.so",
          "/usr/lib64/galera/libgalera_smm.so");

  private static final Set<String> OWN_OPTIONS =
      ServerOptions.names(
          "binlog-format innodb-autoinc-lock-mode read-only server-id wsrep-cluster-address "
              + "wsrep-cluster-name wsrep-new-cluster wsrep-node-address wsrep-node-name wsrep-on "
              + "wsrep-provider wsrep-provider-options wsrep-sst-method wsrep-sst-receive-address "
              + "wsrep-start-position");

  private GaleraCluster(Parts parts) {
    super(
        parts,
        (node, server) ->
            new GaleraNode(
                node, (ProcessServer) server, parts.logins().admin(), options(parts, node)));
  }

  /** Starts Galera clusters of the installed MariaDB. */
  @AutoService(ServerProvider.class)
  public static final class Provider extends ClusterProvider {
    public Provider() {
      super(NAME, GaleraCluster.class, 3, Flavor.MARIADB, OWN_OPTIONS, SUSPECT_TIMEOUT);
    }

    @Override
    protected String requires() {
      return super.requires() + " with the package mariadb-server";
    }

    @Override
    protected void check(Topology topology, TargetSpec spec, StartOptions options) {
      super.check(topology, spec, options);
      long suspect = topology.options().get(SUSPECT_TIMEOUT).toMillis();
      BadInputException.check(
          suspect >= 3_000 && suspect <= 14_000,
          SUSPECT_TIMEOUT.word(),
          "=" + suspect + "ms: give a time from 3 s to 14 s");
    }

    @Override
    protected int endLeft(Path cache, Progress progress) throws TargetException {
      return ServerUser.endLeft(progress);
    }

    @Override
    int ports() {
      return PORTS;
    }

    @Override
    GaleraCluster cluster(Parts parts) {
      return new GaleraCluster(parts);
    }

    @Override
    NodeServers processes(ServerBinaries binaries, StartOptions options, Progress progress)
        throws TargetException {
      String missing = missing();
      if (!missing.isEmpty()) {
        throw new TargetException("topology galera needs " + missing);
      }
      if (!ServerUser.isNeeded()) {
        return super.processes(binaries, options, progress);
      }
      StartOptions placed =
          new StartOptions(
              ServerUser.cache(options.cache()),
              options.data(),
              options.serverOptions(),
              options.connections());
      return super.processes(binaries.as(ServerUser.NAME), placed, progress);
    }
  }

  /** A required component that this machine lacks, with its package; "" for none. */
  static String missing() {
    return library().isEmpty() ? "the library libgalera_smm.so: install the package galera-4" : "";
  }

  private static Optional<Path> library() {
    return LIBRARIES.stream().map(Path::of).filter(Files::exists).findFirst();
  }

  @Override
  public String description() {
    return servers() + ", a Galera cluster of " + members().size() + " nodes";
  }

  private static List<String> options(Parts parts, Node node) {
    NodeAddresses group = parts.addresses().get(1);
    String address = node.host() + ":" + group.port();
    String providerOptions =
        String.join(
            ";",
            "gmcast.listen_addr=ssl://" + address,
            "ist.recv_addr=" + node.host() + ":" + parts.addresses().get(2).port(),
            // A process without the cluster's own key can neither join nor ask for data.
            "socket.ssl=yes",
            "socket.ssl_key=" + KEY,
            "socket.ssl_cert=" + KEY,
            "socket.ssl_ca=" + KEY,
            "evs.suspect_timeout=" + parts.topology().options().get(SUSPECT_TIMEOUT));
    return List.of(
        "--server-id=" + node.serverId(),
        "--binlog-format=ROW",
        "--innodb-autoinc-lock-mode=2",
        "--skip-name-resolve",
        "--wsrep-on=ON",
        "--wsrep-provider=" + library().orElseThrow(),
        "--wsrep-provider-options=" + providerOptions,
        "--wsrep-cluster-name=bmt",
        group.hosts().stream()
            .map(host -> host + ":" + group.port())
            .collect(Collectors.joining(",", "--wsrep-cluster-address=gcomm://", "")),
        "--wsrep-node-name=" + node.name(),
        "--wsrep-node-address=" + address,
        "--wsrep-sst-method=files",
        "--wsrep-sst-receive-address=" + node.name());
  }

  @Override
  void prepare() throws IOException, TargetException {
    GaleraNode first = members().get(0);
    for (GaleraNode node : members()) {
      Path transfer = Folders.createPrivate(node.place().path()).resolve(TRANSFER);
      try (InputStream script = requireNonNull(GaleraCluster.class.getResourceAsStream(TRANSFER))) {
        Files.copy(script, transfer);
      }
      Files.setPosixFilePermissions(transfer, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    renew(first);
    Folders.writePrivate(first.place().data().resolve(KEY), ClusterKey.create());
    first.bootstrap();
    first.shutDown();
    Path data = first.place().commonData();
    Folders.delete(data);
    Files.move(first.place().data(), data);
    // Large, and of no use to the next start.
    Files.deleteIfExists(data.resolve("galera.cache"));
  }

  @Override
  public synchronized void reset() throws TargetException {
    AtOnce.each(members(), ClusterNode::kill);
    AtOnce.each(members(), node -> node.renew(""));
    GaleraNode first = members().get(0);
    first.bootstrap();
    AtOnce.each(without(first), GaleraNode::join);
    lead(first);
  }

  @Override
  public synchronized void rejoin(Node node) throws TargetException {
    of(node).rejoin();
  }

  /**
   * Starts it as the first node of a new cluster if all others are down, else as a server without a
   * cluster.
   */
  @Override
  public synchronized void startAlone(Node node, boolean readOnly) throws TargetException {
    GaleraNode alone = of(node);
    String readOnlyOption = "--read-only=" + (readOnly ? "ON" : "OFF");
    if (without(alone).stream().noneMatch(GaleraNode::isRunning)) {
      alone.bootstrapAgain(readOnlyOption);
    } else {
      alone.launch(List.of("--server-id=" + node.serverId(), "--wsrep-on=OFF", readOnlyOption));
    }
  }

  @Override
  public void thaw(Node node) throws TargetException {
    boolean frozen = of(node).isFrozen();
    super.thaw(node);
    if (frozen) {
      of(node).awaitMember(leader());
    }
  }

  @Override
  public Node mostAdvancedReplica() throws TargetException {
    for (GaleraNode node : without(leader())) {
      if (node.isAnswering() && node.isMember()) {
        return node.node();
      }
    }
    throw new TargetException("no other node is in the primary component");
  }

  @Override
  public synchronized void promote(Node node, Step then) throws TargetException {
    of(node).awaitMember();
    of(node).connection().execute("SET GLOBAL read_only=OFF");
    lead(of(node));
    then.run();
  }

  @Override
  public void isolate(Node node) throws TargetException {
    of(node).isolate(true);
  }

  @Override
  public void reconnect(Node node) throws TargetException {
    of(node).isolate(false);
    of(node).awaitMember(leader());
  }
}
