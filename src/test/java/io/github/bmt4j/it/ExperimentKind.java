package io.github.bmt4j.it;

import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.RunStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A kind of experiment, with the words for one that is long and one that is short. */
enum ExperimentKind {
  RUN(
      false,
      "run oltp_point_select --warmup=0 --table-size=500 --rate=100",
      "--time=60",
      "--time=2"),
  SWEEP(
      true,
      "run oltp_point_select --warmup=0 --table-size=500 --threads=1,2 --rate=100",
      "--time=2",
      "--time=1"),
  STATEMENTS(
      true, "run local_storage --table-size=2000 --form=whole", "--repeat=900", "--repeat=1"),
  ALTER(
      true,
      "alter --table-size=2000 --while=none --algorithm=copy,inplace",
      "--repeat=900",
      "--repeat=1"),
  FAILOVER(
      true,
      "failover --replicas=1 --ha=sequential --baseline=2 --settle=1100ms --deadline=20"
          + " --write-rate=50 --read-rate=20 --connect-rate=0",
      "--repeat=50",
      "--repeat=1"),
  BALANCE(
      false,
      "balance --lose-node=off --replicas=1 --baseline=2 --write-rate=20 --read-rate=50",
      "--time=60",
      "--time=2"),
  CATCH_UP(true, "catch-up --backlog=1 --table-size=500 --threads=2", "--rounds=50", "--rounds=1");

  final boolean parts;
  final String common;
  final String longer;
  final String shorter;

  ExperimentKind(boolean parts, String common, String longer, String shorter) {
    this.parts = parts;
    this.common = common;
    this.longer = longer;
    this.shorter = shorter;
  }

  /** Starts one, which stores its result in a folder of runs. */
  Running start(String length, Cache cache, Path runs) {
    return bmt().start(words(length, cache, runs));
  }

  /** Runs one to its end. */
  Ended run(String length, Cache cache, Path runs) {
    return bmt().run(words(length, cache, runs));
  }

  /** On a database of a server that is up; the others start clusters. */
  private Bmt bmt() {
    return startsServers() ? Bmt.command() : Servers.EMBEDDED.database().command();
  }

  private boolean startsServers() {
    return this == FAILOVER || this == BALANCE || this == CATCH_UP;
  }

  private String[] words(String length, Cache cache, Path runs) {
    List<String> words = new ArrayList<>(List.of(common.split(" ")));
    words.addAll(List.of(length, "--runs-dir", runs.toString()));
    if (startsServers()) {
      words.addAll(List.of("--cache-dir", cache.path().toString()));
    }
    return words.toArray(String[]::new);
  }

  /** A new folder of runs. */
  static Path runs() {
    return Bmt.newFolder("kept").resolve("runs");
  }

  /** The only result that a folder of runs has. */
  static Result stored(Path runs) {
    return new RunStore(runs).read("latest").result();
  }

  /** The last line of its standard error, which says what became of its result. */
  static String lastLine(Ended ended) {
    return ended.err().lines().reduce((first, second) -> second).orElse("");
  }
}
