package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.preflight.Doctor.Severity;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.HaProxyProcess;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The findings of {@code doctor} about addresses that lead to one server, or two, or through
 * HAProxy.
 */
@Tag("extended")
class AddressIT {
  @TempDir Path folder;

  @Test
  void aProxyAndAnAddressOfTwoServersAreFound() throws Exception {
    Topology pair = Topology.cluster("replication", 2, new OptionValues(Map.of()));
    try (Cluster cluster = ItServers.open(pair, ItServers.embedded())) {
      Node first = cluster.nodes().get(0);
      Node second = cluster.nodes().get(1);
      int forwarded = HaProxyProcess.freePort();
      try (HaProxyProcess proxy =
          HaProxyProcess.start(folder, config(first, second, forwarded), forwarded)) {
        CheckFinding straight = about(cluster, cluster.url(first));
        assertThat(straight.severity()).isEqualTo(Severity.OK);
        assertThat(straight.found())
            .endsWith(":" + first.port() + " (server_id " + first.serverId() + ")");

        CheckFinding through = about(cluster, at(cluster, "127.0.0.1", forwarded));
        assertThat(through.severity()).isEqualTo(Severity.NOTE);
        assertThat(through.found())
            .isEqualTo(
                straight.found()
                    + " through a proxy, NAT or a forwarded port: the server's own port is another;"
                    + " the client that the server sees is not this one");

        CheckFinding same = about(cluster, at(cluster, "127.0.1.2", first.port()));
        assertThat(same.found())
            .isEqualTo(
                straight.found()
                    + " through a proxy, NAT or a forwarded port: the client that the server sees"
                    + " is not this one");

        CheckFinding both = about(cluster, at(cluster, "127.0.0.1", first.port()));
        assertThat(both.severity()).isEqualTo(Severity.WARNING);
        assertThat(both.found())
            .startsWith("5 connections reached 2 servers: ")
            .contains("(server_id " + first.serverId(), "(server_id " + second.serverId());
      }
    }
  }

  private static String config(Node first, Node second, int forwarded) {
    String one = first.host() + ":" + first.port();
    return """
        listen both
            bind 127.0.0.1:%d
            balance roundrobin
            server one %s
            server two %s:%d
        listen one
            bind 127.0.0.1:%d
            bind 127.0.1.2:%d
            server one %s
        """
        .formatted(first.port(), one, second.host(), second.port(), forwarded, first.port(), one);
  }

  private static String at(Cluster cluster, String host, int port) {
    Node node = cluster.nodes().get(0);
    return cluster
        .url(node)
        .replace("//" + node.host() + ":" + node.port(), "//" + host + ":" + port);
  }

  /** As of a server that bmt did not start. */
  private static CheckFinding about(Cluster cluster, String url) {
    Target target = new Target("", url, cluster.admin().user(), cluster.admin().password(), false);
    Job job = OltpJob.of(100, 1);
    return Facts.about(
        "address",
        new Doctor(Clock.SYSTEM, Facts.client(), LoadClient::tried, job::engineNotes)
            .findings(
                List.of(target),
                List.of(),
                job.need(),
                job.roundRobin(1),
                LoadDriver.own(DriverWish.OWN)));
  }
}
