package io.github.bmt4j.failover.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.NodeState;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.DeclaredOption;
import io.github.bmt4j.server.OptionValues;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A fault declares the capabilities that it uses, all of them and no others. */
class FaultNeedsTest {
  static List<Fault> all() {
    return Fault.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void usesWhatItNeeds(Fault fault) throws Exception {
    MadeUp madeUp = new MadeUp();
    play(fault, madeUp.cluster(fault.needs()));
    assertThat(madeUp.used).containsExactlyInAnyOrderElementsOf(fault.needs());
  }

  @ParameterizedTest
  @MethodSource("all")
  void cannotDoWithoutOneOfThem(Fault fault) {
    for (Class<?> missing : fault.needs()) {
      List<Class<?>> others = new ArrayList<>(fault.needs());
      others.remove(missing);
      Cluster cluster = new MadeUp().cluster(others);
      assertThatThrownBy(() -> play(fault, cluster))
          .isInstanceOf(BadInputException.class)
          .hasMessage("no " + Cluster.word(missing) + " nodes: made up");
    }
  }

  private static void play(Fault fault, Cluster cluster) throws TargetException {
    OptionValues options = OptionValues.DEFAULT;
    for (DeclaredOption<?> option : fault.takes()) {
      options = atOnce(options, option);
    }
    Timeline timeline = new Timeline(Clock.SYSTEM);
    FaultContext context =
        new FaultContext(cluster, new NoProxy(), options, timeline, Clock.SYSTEM, () -> false);
    unlessItBreaksThePath(() -> fault.prepare(context));
    unlessItBreaksThePath(() -> fault.inject(context));
    unlessItBreaksThePath(() -> fault.heal(context));
  }

  private interface Step {
    void run() throws TargetException;
  }

  private static void unlessItBreaksThePath(Step step) throws TargetException {
    try {
      step.run();
    } catch (UnsupportedOperationException e) {
      // There is no proxy.
    }
  }

  @SuppressWarnings("unchecked")
  private static OptionValues atOnce(OptionValues options, DeclaredOption<?> option) {
    return !(option.usual() instanceof Duration)
        ? options
        : options.with((DeclaredOption<Duration>) option, Duration.ZERO);
  }

  private static final class NoProxy implements ConnectionPath {
    @Override
    public String point(Node node) {
      return "";
    }

    @Override
    public String hold(Hold where) {
      return "";
    }

    @Override
    public void release(Hold where) {}

    @Override
    public ProxyHandle proxy(Node node) {
      throw new UnsupportedOperationException();
    }
  }

  /** A cluster with some capabilities, which does nothing and writes down what was asked for. */
  private static final class MadeUp implements InvocationHandler {
    private static final List<Node> NODES =
        List.of(new Node("node1", "127.0.0.2", 1, 1), new Node("node2", "127.0.0.3", 1, 2));

    final Set<Class<?>> used = new LinkedHashSet<>();

    Cluster cluster(List<Class<?>> capabilities) {
      Class<?>[] all =
          Stream.concat(Stream.of(Cluster.class), capabilities.stream()).toArray(Class<?>[]::new);
      return (Cluster) Proxy.newProxyInstance(getClass().getClassLoader(), all, this);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object[] arguments)
        throws Throwable {
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
  }
}
