package io.github.bmt4j.failover.fault;

import com.google.auto.service.AutoService;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.DeclaredOption;
import java.util.List;

/** A node other than the primary is lost: the last one. */
abstract class OtherNode extends Fault {
  private OtherNode(String name, String how, DeclaredOption<?>... takes) {
    super(name, "a node other than the one that takes the writes is " + how, takes);
  }

  @AutoService(Fault.class)
  public static final class Kill extends OtherNode {
    public Kill() {
      super("kill-other", "killed (SIGKILL)");
    }

    @Override
    public void inject(FaultContext context) throws TargetException {
      Node node = other(context.cluster(), context.primary());
      context.cluster().kill(node);
      context.injected(node, "process killed");
    }
  }

  @AutoService(Fault.class)
  public static final class Hang extends OtherNode {
    public Hang() {
      super("hang-other", "stopped (SIGSTOP) for a while", DURATION);
    }

    @Override
    public void inject(FaultContext context) throws TargetException {
      Node node = other(context.cluster(), context.primary());
      context.cluster().freeze(node);
      context.injected(node, "process stopped (SIGSTOP)");
      context.pause(context.option(DURATION));
      heal(context);
      context.returned(node, "goes on");
    }

    @Override
    public void heal(FaultContext context) throws TargetException {
      // Of a group, the primary may be another one by now.
      context.cluster().thaw(other(context.cluster(), context.primary()));
    }
  }

  private static Node other(Cluster cluster, Node primary) {
    List<Node> nodes = cluster.nodes();
    Node last = nodes.get(nodes.size() - 1);
    return last.equals(primary) ? nodes.get(nodes.size() - 2) : last;
  }

  @Override
  public String victim(Cluster cluster) {
    return other(cluster, cluster.primary()).name();
  }
}
