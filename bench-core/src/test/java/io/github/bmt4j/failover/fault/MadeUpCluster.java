package io.github.bmt4j.failover.fault;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster with some capabilities, which does nothing and records which of them are used. */
final class MadeUpCluster implements InvocationHandler {
  private static final List<Node> NODES =
      List.of(new Node("node1", "127.0.0.2", 1, 1), new Node("node2", "127.0.0.3", 1, 2));

  final Set<Class<?>> used = new LinkedHashSet<>();
  final Cluster cluster;

  MadeUpCluster(List<Class<?>> capabilities) {
    Class<?>[] all =
        Stream.concat(Stream.of(Cluster.class), capabilities.stream()).toArray(Class<?>[]::new);
    cluster = (Cluster) Proxy.newProxyInstance(getClass().getClassLoader(), all, this);
  }

  /** The context of a fault on it, without a proxy: asking for one throws. */
  FaultContext context(OptionValues options, Clock clock) {
    return new FaultContext(
        cluster, new NoProxy(), options, new TrialTimeline(clock), clock, () -> false);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("as")) {
      Object capable = InvocationHandler.invokeDefault(proxy, method, arguments);
      used.add((Class<?>) arguments[0]);
      return capable;
    }
    return switch (method.getName()) {
      case "nodes" -> NODES;
      case "primary" -> NODES.get(0);
      case "mostAdvancedReplica" -> NODES.get(1);
      case "status" -> List.of(new NodeState(NODES.get(0), Role.STRAY, ""));
      case "description" -> "made up";
      default -> method.getReturnType() == int.class ? 0 : null;
    };
  }

  private static final class NoProxy implements ConnectionPath {
    @Override
    public String point(Node node) {
      return "";
    }

    @Override
    public String hold() {
      return "";
    }

    @Override
    public void release() {}

    @Override
    public ProxyHandle proxy(Node node) {
      throw new UnsupportedOperationException();
    }
  }
}
