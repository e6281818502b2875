package io.github.bmt4j.failover.fault;

import static io.github.bmt4j.failover.fault.Fault.DURATION;
import static io.github.bmt4j.failover.fault.Fault.HOLD;
import static io.github.bmt4j.failover.fault.Fault.PROMOTION_DELAY;
import static io.github.bmt4j.failover.fault.Fault.RETURN_AFTER;

import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.fault.Fault.Step;
import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Isolatable;
import io.github.bmt4j.server.Cluster.Laggable;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.Role;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The faults: what each one does, in steps. */
public final class Faults {
  private static final DeclaredOption<Duration> LAG =
      DeclaredOption.time(
          "lag", 1_000, "how long replicas receive nothing before the primary is killed");

  private static final DeclaredOption<Duration> LATENCY =
      DeclaredOption.time("latency", 200, "added to each direction");

  private static final DeclaredOption<Duration> JITTER =
      DeclaredOption.time("jitter", 0, "how much more or less than --latency, at random");

  private static final DeclaredOption<Boolean> KILL_SESSIONS =
      DeclaredOption.flag(
          "kill-sessions", false, "also kill the application's sessions on the old primary");

  private static final Step KILL = context -> context.cluster().kill(context.primary());

  /** All faults, by name. */
  static final List<Fault> ALL =
      List.of(
          new Fault(
              "all-down",
              "all nodes are killed, and a replica comes back as primary",
              Faults::allDown,
              RETURN_AFTER),
          passing(
                  "blackhole",
                  "nothing passes between application and primary, for a while: open connections"
                      + " stay open and say nothing; the primary stays",
                  context -> context.proxy().silence(Direction.BOTH),
                  "nothing passes",
                  context -> context.proxy().speak(),
                  "everything passes")
              .breakingThePath(),
          passing(
                  "blackhole-connect",
                  "new connections to the primary get no answer, for a while; open ones are not"
                      + " touched",
                  context -> context.proxy().blockConnects(true),
                  "connects get no answer",
                  context -> context.proxy().blockConnects(false),
                  "connects are answered")
              .breakingThePath(),
          new Fault(
                  "dns-flip",
                  "a planned change: the name points to the new primary and the sessions on the old"
                      + " one, which stays up read-only, are killed",
                  context -> {
                    context.promote(context.handOver());
                    context.killSessions();
                  })
              .onlyWith(HaMode.DNS),
          new Fault(
                  "endpoint-flip",
                  "a planned change whose endpoint cuts its open connections when it points to the"
                      + " new primary",
                  context -> {
                    Node next = context.handOver();
                    context.promote(next);
                    context.proxy().cut();
                    context.note(next, "open connections of the endpoint cut");
                  })
              .onlyWith(HaMode.ENDPOINT),
          lost(
                  "hang",
                  "the primary's process is stopped (SIGSTOP): nothing is refused, nothing is"
                      + " answered; a replica is promoted",
                  context -> context.cluster().freeze(context.primary()),
                  "process stopped (SIGSTOP)")
              .healing(context -> context.cluster().thaw(context.primary())),
          ofAnother(
                  "hang-other",
                  "stopped (SIGSTOP) for a while",
                  context -> {
                    Node node = other(context);
                    context.cluster().freeze(node);
                    context.injected(node, "process stopped (SIGSTOP)");
                    context.pause(context.option(DURATION));
                    // Galera's nodes must become members again.
                    context.note(node, "goes on (SIGCONT)");
                    context.cluster().thaw(node);
                    context.returned(node, "is back");
                  },
                  DURATION)
              .healing(context -> context.cluster().thaw(other(context))),
          new Fault(
                  "isolate",
                  "the primary is cut off from the other nodes, though not from the application;"
                      + " another node takes over, and the old primary follows it when it is"
                      + " connected again",
                  Faults::isolate,
                  PROMOTION_DELAY,
                  RETURN_AFTER)
              .needing(Isolatable.class)
              .healing(Faults::reconnect),
          lost(
              "kill",
              "the primary's process is killed (SIGKILL) and a replica is promoted",
              KILL,
              "process killed"),
          ofAnother(
              "kill-other",
              "killed (SIGKILL)",
              context -> {
                Node node = other(context);
                context.cluster().kill(node);
                context.injected(node, "process killed");
              }),
          new Fault(
              "kill-sessions",
              "the application's sessions on the primary are killed; the primary stays",
              context ->
                  context.injected(
                      context.cluster().killApplicationSessions(context.primary())
                          + " sessions of the application killed")),
          lost(
                  "lagging-promotion",
                  "replicas receive nothing for a while, then the primary is killed and one of them"
                      + " is promoted: what they lack is lost",
                  KILL,
                  "process killed",
                  LAG)
              .needing(Laggable.class)
              .preparing(Faults::lag),
          new Fault(
                  "latency",
                  "the way to the primary and back becomes slower, for a while",
                  Faults::latency,
                  DURATION,
                  LATENCY,
                  JITTER)
              .breakingThePath()
              .atMost(JITTER, LATENCY)
              .healing(Faults::noLatency),
          returning(
              "old-primary-returns",
              "and follows the others",
              context -> {
                context.cluster().rejoin(context.primary());
                boolean follows = context.isInRole(context.primary(), Role.REPLICA);
                context.returned(
                    context.primary(), follows ? "is back, and follows the others" : "is back");
              }),
          returning(
              "old-primary-returns-writable",
              "writable, which is the dangerous case",
              context -> {
                context.cluster().startAlone(context.primary(), false);
                context.returned(context.primary(), "is back, and takes writes");
              }),
          passing(
              "read-only",
              "the primary becomes read-only for a while; no replica is promoted",
              context -> context.cluster().readOnly(context.primary(), true),
              "is read-only",
              context -> context.cluster().readOnly(context.primary(), false),
              "takes writes again"),
          passing(
                  "refuse",
                  "the application's open connections to the primary are reset and new ones"
                      + " refused, for a while; the primary stays",
                  context -> {
                    context.proxy().refuse(true);
                    context.proxy().reset();
                  },
                  "connections reset and refused",
                  context -> context.proxy().refuse(false),
                  "connections taken again")
              .breakingThePath(),
          new Fault(
                  "reset",
                  "the application's open connections to the primary are reset, once; the primary"
                      + " stays",
                  context -> {
                    context.proxy().reset();
                    context.injected("open connections reset");
                  })
              .breakingThePath(),
          lost(
              "shutdown",
              "the primary is shut down in an orderly way (SIGTERM) and a replica is promoted",
              context -> context.cluster().shutdown(context.primary()),
              "process shuts down (SIGTERM)"),
          new Fault(
              "switchover",
              "a planned change: the primary becomes read-only, its replica catches up and is"
                  + " promoted; the old primary stays up",
              Faults::switchOver,
              KILL_SESSIONS,
              HOLD));

  private Faults() {}

  private static Fault lost(
      String name, String summary, Step stop, String injected, DeclaredOption<?>... takes) {
    return new Fault(
        name,
        summary,
        context -> {
          stop.take(context);
          context.injected(injected);
          context.promoteAnother();
        },
        Stream.concat(Stream.of(PROMOTION_DELAY), Stream.of(takes))
            .toArray(DeclaredOption<?>[]::new));
  }

  private static Fault passing(
      String name, String summary, Step begin, String injected, Step heal, String healed) {
    return new Fault(
            name,
            summary,
            context -> {
              begin.take(context);
              context.injected(injected);
              context.pause(context.option(DURATION));
              heal.take(context);
              context.healed(healed);
            },
            DURATION)
        .healing(heal);
  }

  /** The old primary comes back after the promotion of a replica. */
  private static Fault returning(String name, String how, Step comeBack) {
    return new Fault(
            name,
            "the primary is killed, a replica is promoted, and the old primary comes back " + how,
            context -> {
              KILL.take(context);
              context.injected("process killed");
              context.promoteAnother();
              context.pause(context.option(RETURN_AFTER));
              comeBack.take(context);
            },
            PROMOTION_DELAY,
            RETURN_AFTER)
        .bringingBackThePrimary();
  }

  /** The last node, which is not the primary, is lost. */
  private static Fault ofAnother(String name, String how, Step inject, DeclaredOption<?>... takes) {
    String summary = "a node other than the one that takes the writes is " + how;
    return new Fault(name, summary, inject, takes)
        .striking(cluster -> other(cluster, cluster.primary()).name());
  }

  private static Node other(Cluster cluster, Node primary) {
    List<Node> nodes = cluster.nodes();
    Node last = last(cluster);
    return last.equals(primary) ? nodes.get(nodes.size() - 2) : last;
  }

  /** A group may have another primary by now. */
  private static Node other(FaultContext context) {
    return other(context.cluster(), context.primary());
  }

  private static Node last(Cluster cluster) {
    return cluster.nodes().get(cluster.nodes().size() - 1);
  }

  private static void allDown(FaultContext context) throws TargetException {
    Node next = context.cluster().mostAdvancedReplica();
    for (Node node : context.cluster().nodes()) {
      context.cluster().kill(node);
    }
    context.injected("all processes killed");
    context.pause(context.option(RETURN_AFTER));
    context.cluster().startAlone(next, true);
    context.returned(next, "is back");
    context.promote(next);
  }

  private static void isolate(FaultContext context) throws TargetException {
    context.cluster(Isolatable.class).isolate(context.primary());
    context.injected("is cut off from the other nodes");
    context.promoteAnother();
    // Otherwise the others would commit again because the node is back, not because they expelled
    // it.
    context.awaitOutside(context.primary());
    context.pause(context.option(RETURN_AFTER));
    reconnect(context);
    context.returned(context.primary(), "follows the other nodes again");
  }

  private static void reconnect(FaultContext context) throws TargetException {
    context.cluster(Isolatable.class).reconnect(context.primary());
  }

  private static void latency(FaultContext context) throws TargetException {
    Duration latency = context.option(LATENCY);
    context.proxy().delay(latency, context.option(JITTER));
    context.injected("each direction takes " + latency.toMillis() + " ms longer");
    context.pause(context.option(DURATION));
    noLatency(context);
    context.healed("as fast as before");
  }

  private static void noLatency(FaultContext context) throws TargetException {
    context.proxy().delay(Duration.ZERO, Duration.ZERO);
  }

  private static void lag(FaultContext context) throws TargetException {
    for (Node node : context.cluster().nodes()) {
      if (!node.equals(context.primary())) {
        context.cluster(Laggable.class).stopReceiving(node);
        context.note(node, "receives nothing any more");
      }
    }
    context.pause(context.option(LAG));
  }

  private static void switchOver(FaultContext context) throws TargetException {
    try {
      context.hold();
      context.promote(context.handOver());
      if (context.option(KILL_SESSIONS)) {
        context.killSessions();
      }
    } finally {
      context.release();
    }
  }

  /**
   * The last replica is killed and comes back, and the application is watched for a time; or the
   * application is only watched.
   *
   * @param returnAfter time for which the replica is away; absent if it is not killed
   */
  public static Fault replicaLoss(@Nullable Duration returnAfter, Duration time) {
    return new Fault(
            "replica-loss",
            "a replica is killed (SIGKILL) and started again",
            context -> {
              if (returnAfter != null) {
                Node node = last(context.cluster());
                context.cluster().kill(node);
                context.note(node, "process killed");
                context.pause(returnAfter);
                context.cluster().rejoin(node);
                context.returned(node, "is back");
              }
              context.pause(time);
            })
        .striking(cluster -> returnAfter == null ? "" : last(cluster).name());
  }
}
