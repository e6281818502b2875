package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failover.balance.BalanceFigures;
import io.github.bmt4j.failover.balance.BalanceFigures.ServerLoad;
import io.github.bmt4j.failover.balance.BalanceResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** A run of {@code bmt balance} that has ended, as tests look at it. */
record Balance(Ended ended, BalanceResult result) {
  static Balance run(String... words) {
    return of(Bmt.command().run(words(words)));
  }

  static Running start(String... words) {
    return Bmt.command().start(words(words));
  }

  private static String[] words(String... words) {
    List<String> all = new ArrayList<>(List.of("balance"));
    all.addAll(Arrays.asList(words));
    return Servers.EMBEDDED.started(all.toArray(String[]::new));
  }

  static Balance of(Ended ended) {
    try {
      return new Balance(
          ended,
          ResultJson.read(Ended.text(ended.run().resolve("result.json")), BalanceResult.class));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks that it counts, but for what a busy machine does to the client. */
  Balance counts() {
    List<String> reasons =
        result.verdict().reasons().stream().filter(reason -> !isLateness(reason)).toList();
    BusyMachine.atMost(reasons, "stdout:\n%s\nstderr:\n%s", ended.out(), ended.err());
    return this;
  }

  /**
   * Whether operations with all servers up are missing because they ended too late, and not ill.
   */
  private boolean isLateness(String reason) {
    return reason.startsWith("operations failed or were missing with all servers up: ")
        && !figures().stuck().hasHung()
        && figures().served().entrySet().stream()
            .filter(probe -> reason.endsWith(" operations of the " + probe.getKey() + " ended OK"))
            .map(probe -> probe.getValue().before())
            .anyMatch(before -> before != null && before.failed() + before.unknown() == 0);
  }

  BalanceFigures figures() {
    return result.balance();
  }

  ServerLoad server(String name) {
    ServerLoad server = figures().perServer().get(name);
    assertThat(server).isNotNull();
    return server;
  }

  /**
   * Reads that ended OK on a server in a time, in ms from the start, counted from what is stored.
   */
  double reads(String server, double fromMs, double toMs) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(ended.run().resolve("operations.csv.gz"))),
                StandardCharsets.UTF_8))) {
      return (double)
          lines
              .lines()
              .skip(1)
              .map(line -> line.split(",", -1))
              .filter(
                  cells ->
                      cells[1].equals("reader")
                          && cells[8].equals("OK")
                          && cells[12].equals(server))
              .mapToDouble(cells -> Double.parseDouble(cells[7]))
              .filter(endMs -> endMs >= fromMs && endMs < toMs)
              .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
