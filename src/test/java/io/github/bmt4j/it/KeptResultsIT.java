package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.os.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every kind of experiment that is ended, or cannot store its result: what was finished is in the
 * folder, and exit code and output are true.
 */
@Execution(ExecutionMode.CONCURRENT)
class KeptResultsIT {
  private static final Duration SOON = Duration.ofSeconds(40);

  @AutoClose private final Cache cache = Cache.forSignals();

  /** A kind of experiment, with the words for one that is long and one that is short. */
  enum Kind {
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
        "failover --replicas=1 --ha=sequential --baseline=2 --settle=1100ms --deadline=20 --write-rate=50 --read-rate=20",
        "--repeat=50",
        "--repeat=1"),
    BALANCE(
        false,
        "balance --lose-node=off --replicas=1 --baseline=2 --write-rate=20 --read-rate=50",
        "--time=60",
        "--time=2");

    private final boolean parts;
    private final String common;
    private final String longer;
    private final String shorter;

    Kind(boolean parts, String common, String longer, String shorter) {
      this.parts = parts;
      this.common = common;
      this.longer = longer;
      this.shorter = shorter;
    }

    boolean starts() {
      return this == FAILOVER || this == BALANCE;
    }
  }

  @ParameterizedTest
  @EnumSource
  void sigtermKeepsWhatWasMeasured(Kind kind) {
    Path runs = runs();
    try (Running running = start(kind, kind.longer, runs)) {
      awaitAPart(kind, runs);
      running.signal("TERM");
      Ended ended = running.await(SOON).exits(143);
      Result result = stored(runs);
      assertThat(result.kind()).isEqualToIgnoringCase(kind.name());
      assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
      assertThat(result.verdict().reasons()).anyMatch(reason -> reason.contains("interrupted"));
      assertThat(ended.out()).contains("INVALID", "interrupted");
      assertThat(lastLine(ended)).startsWith("stored").contains(result.id());
    }
  }

  @ParameterizedTest
  @EnumSource
  void killKeepsTheFinishedParts(Kind kind) {
    Path runs = runs();
    try (Running running = start(kind, kind.longer, runs)) {
      awaitAPart(kind, runs);
      running.signal("KILL");
      running.await(SOON).exits(137);
      if (kind.parts) {
        assertThat(stored(runs).verdict().reasons()).contains("cut off before its end");
      } else {
        assertThat(folder(runs).resolve("result.json")).doesNotExist();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFullDiskIsReported(Kind kind) throws Exception {
    try (SmallDisk disk = SmallDisk.mount("12k")) {
      String[] words = words(kind, kind.shorter, disk.path());
      saysWhatIsStored(bmt(kind).run(words).exits(1), disk.path());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFolderThatIsRemovedIsReported(Kind kind) throws IOException {
    Path runs = runs();
    try (Running running = start(kind, kind.shorter, runs)) {
      Await.until("a folder", () -> !Ended.folders(runs).isEmpty());
      Folders.delete(runs);
      saysWhatIsStored(running.await(), runs);
    }
  }

  /**
   * A small result may be stored where raw files were not: then it gives that as its reason, unless
   * the machine was too busy for its load.
   */
  private static void saysWhatIsStored(Ended ended, Path runs) {
    if (lastLine(ended).startsWith("stored")) {
      Result result = stored(runs);
      assertThat(result.passed()).isEqualTo(ended.code() == 0);
      assertThat(result.verdict().reasons())
          .hasSizeGreaterThanOrEqualTo(ended.code())
          .allMatch(
              reason ->
                  reason.contains("could not be stored")
                      || reason.contains("missed its rate")
                      || BusyMachine.isToBlame(reason));
    } else {
      assertThat(lastLine(ended)).startsWith("NOT STORED");
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.out()).contains("INVALID", "could not be stored");
    }
  }

  private Running start(Kind kind, String length, Path runs) {
    return bmt(kind).start(words(kind, length, runs));
  }

  /** On a database of a server that is up; failover and balance start clusters. */
  private static Bmt bmt(Kind kind) {
    return kind.starts() ? Bmt.command() : Servers.EMBEDDED.database().command();
  }

  private String[] words(Kind kind, String length, Path runs) {
    List<String> words = new ArrayList<>(List.of(kind.common.split(" ")));
    words.addAll(List.of(length, "--runs-dir", runs.toString()));
    if (kind.starts()) {
      words.addAll(List.of("--cache-dir", cache.path().toString()));
    }
    return words.toArray(String[]::new);
  }

  private static Path runs() {
    return Bmt.newFolder("kept").resolve("runs");
  }

  /** Waits until a part is stored, or for who has only one, until it is under way. */
  private static void awaitAPart(Kind kind, Path runs) {
    String file = kind.parts ? "result.json" : kind == Kind.RUN ? "intervals.csv" : ".";
    Await.until(
        file,
        () ->
            Ended.folders(runs).stream()
                .map(folder -> folder.resolve(file).toFile())
                .anyMatch(found -> found.length() > 0));
  }

  private static Result stored(Path runs) {
    return new RunStore(runs).read("latest").result();
  }

  private static Path folder(Path runs) {
    assertThat(Ended.folders(runs)).hasSize(1);
    return Ended.folders(runs).get(0);
  }

  private static String lastLine(Ended ended) {
    return ended.err().lines().reduce((first, second) -> second).orElse("");
  }
}
