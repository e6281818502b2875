package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.ServerProduct;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a server's current state: its identity, whether it takes writes, and its replication
 * source.
 */
final class StateChecks {
  private static final Set<String> BYPASSES =
      Set.of("READ_ONLY ADMIN", "READ ONLY ADMIN", "CONNECTION_ADMIN");

  private StateChecks() {}

  static List<CheckFinding> check(
      ServerAnswers server, Need need, @Nullable Grants grants, ReplicaState replica) {
    List<CheckFinding> findings = new ArrayList<>();
    findings.add(product(server));
    findings.add(readOnly(server, need, grants));
    findings.add(replica(replica, need));
    if (server.isOn("wsrep_on")) {
      findings.add(galera(server));
    }
    return List.copyOf(findings);
  }

  private static CheckFinding product(ServerAnswers server) {
    String aurora = server.global("aurora_version");
    return CheckFinding.ok(
        "server",
        server.facts().product().flavor()
            + " "
            + server.facts().version()
            + (aurora == null ? "" : ", Aurora " + aurora));
  }

  static CheckFinding readOnly(ServerAnswers server, Need need, @Nullable Grants grants) {
    List<String> on =
        Stream.of("read_only", "super_read_only", "innodb_read_only")
            .filter(server::isOn)
            .map(variable -> variable + "=" + server.global(variable))
            .toList();
    if (on.isEmpty()) {
      return server.global("read_only") == null
          ? CheckFinding.unknown("takes writes", "the server does not report read_only")
          : CheckFinding.ok("takes writes", "yes (read_only is off)");
    }
    String found = "no: " + String.join(", ", on);
    boolean forAll = server.isOn("super_read_only") || server.isOn("innodb_read_only");
    if (need.writes() && !forAll && grants != null && bypasses(server, grants)) {
      return CheckFinding.warning(
          "takes writes",
          found + ", but this login may write all the same",
          "the run writes on a server that applications may only read, such as a replica",
          "make sure that it is the server you mean");
    }
    return need.writes()
        ? CheckFinding.error(
            "takes writes",
            found,
            "writes end with error 1290",
            "name the primary, or choose a workload that only reads")
        : CheckFinding.note(
            "takes writes",
            found,
            "this workload only reads, but missing tables cannot be made here",
            "");
  }

  static boolean bypasses(ServerAnswers server, Grants grants) {
    // Since MariaDB 10.11 the privilege SUPER no longer overrides read_only.
    ServerProduct product = server.facts().product();
    boolean superLifts = !product.isMariaDb() || !product.atLeast(10, 11);
    return BYPASSES.stream().anyMatch(grants::allowGlobally)
        || (superLifts && grants.allowGlobally("SUPER"));
  }

  private static CheckFinding replica(ReplicaState state, Need need) {
    if (!state.unknown().isEmpty()) {
      return CheckFinding.unknown("replica", state.unknown());
    }
    if (state.sources().isEmpty()) {
      return CheckFinding.ok("replica", "no: it follows no other server");
    }
    String found =
        state.sources().stream()
            .map(StateChecks::source)
            .collect(Collectors.joining(", ", "it follows ", ""));
    return need.writes()
        ? CheckFinding.warning(
            "replica",
            found,
            "the run's writes are not on the primary, and may stop replication",
            "name the primary")
        : CheckFinding.note(
            "replica", found, "applying the primary's writes takes part of its time", "");
  }

  private static String source(ReplicaState.Source source) {
    return (source.host().isEmpty() ? "a server that it does not name" : source.host())
        + (source.runs() ? "" : " (not replicating now)");
  }

  private static CheckFinding galera(ServerAnswers server) {
    String size = server.status().getOrDefault("wsrep_cluster_size", "?");
    String state = server.status().getOrDefault("wsrep_local_state_comment", "unknown");
    String cluster = server.status().getOrDefault("wsrep_cluster_status", "unknown");
    String found = words("Galera cluster of %s, node %s, component %s", size, state, cluster);
    String ready = server.status().get("wsrep_ready");
    if (ready == null) {
      return CheckFinding.unknown("Galera", "the server does not report wsrep_ready");
    }
    if (!ready.equalsIgnoreCase("ON")) {
      return CheckFinding.error(
          "Galera", found, "the node takes no statements (error 1047)", "wait until it is synced");
    }
    return CheckFinding.note(
        "Galera",
        found,
        "commits wait for the cluster, and conflicts between nodes end with error 1213",
        "wsrep_sync_wait="
            + server.global().getOrDefault("wsrep_sync_wait", "?")
            + " decides whether reads wait: compare only with the same");
  }
}
