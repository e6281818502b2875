package io.github.bmt4j.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.compare.Comparison.Row;
import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;

/** Results that were stored by bmt, with figures that a test sets. */
abstract class StoredResults {
  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");

  @TempDir Path folder;

  private int stored;

  /** A stored result of 10 s with other values, a second later than the one before. */
  Stored run(Consumer<ObjectNode> change) throws IOException {
    ObjectNode node = (ObjectNode) ResultJson.tree(sample("run").result());
    ((ObjectNode) node.at("/totals")).put("elapsedSeconds", 10);
    change.accept(node);
    return stored(node);
  }

  Stored run(double tps) throws IOException {
    return run(node -> ((ObjectNode) node.at("/throughput")).put("tps", tps));
  }

  Stored stored(ObjectNode node) throws IOException {
    Path run = folder.resolve("20261122T1000%02dZ-run-%08d".formatted(stored, stored++));
    Files.createDirectories(run);
    Files.writeString(run.resolve("result.json"), node.toString());
    return new RunStore(folder).read(run.toString());
  }

  Stored sample(String name) {
    return new RunStore(folder).read(SAMPLES.resolve(name).toString());
  }

  /** The comparison, in which A and B of every figure give the change that it shows. */
  static Comparison compared(Side a, Side b) {
    Comparison comparison = Comparison.of(a, b, 1);
    ShownChange.check(comparison);
    return comparison;
  }

  static Row row(Comparison comparison, String figure) {
    return comparison.rows().stream()
        .filter(row -> row.figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }

  static void p95(ObjectNode node, double millis) {
    ((ObjectNode) node.at("/latency/response")).put("p95", millis);
  }
}
