package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Commands and SQL around cells of a scenario, and a search by them, on a real server. */
@Execution(ExecutionMode.CONCURRENT)
class CellSearchIT {
  /** One execution takes as long as the table says: eight a second for each unit of speed. */
  private static final String SQL = "SELECT SLEEP(seconds) FROM bmt_speed WHERE id = 1;\n";

  private static final String SCENARIO =
      """
      workloads:
        "%1$s/speed.sql": {threads: 1, time: 3, warmup: 0}
      settings:
        speed:
          search: {speed: 1..8}
          at-least: 20 tps
          before-sql:
            - CREATE TABLE IF NOT EXISTS bmt_speed (id INT PRIMARY KEY, seconds DOUBLE)
            - REPLACE INTO bmt_speed VALUES (1, 0.125 / {speed})
          before: echo set {speed} >> '%1$s/commands'
          after: echo back >> '%1$s/commands'
          after-sql: DROP TABLE bmt_speed
      """;

  @Tag("extended")
  @Test
  void theLeastSpeedThatIsEnoughIsFound() throws IOException {
    Database database = Servers.EMBEDDED.database();
    Path folder = Bmt.newFolder("search");
    Files.writeString(folder.resolve("speed.sql"), SQL);
    Path file = Files.writeString(folder.resolve("night.yaml"), SCENARIO.formatted(folder));
    Ended ended =
        database
            .process()
            .run(
                "scenario",
                "run",
                file.toString(),
                "--allow-commands",
                "--runs-dir",
                folder.resolve("runs").toString());
    List<String> reasons =
        Ended.stored(folder.resolve("runs")).stream()
            .flatMap(run -> run.result().verdict().texts().stream())
            .toList();
    List<String> commands = Files.readAllLines(folder.resolve("commands"));
    BusyMachine.atMost(reasons, "stdout:\n%s\nstderr:\n%s", ended.out(), ended.err());

    assertThat(commands).startsWith("set 1", "back").endsWith("back");
    assertThat(commands).filteredOn(line -> line.equals("back")).hasSize(commands.size() / 2);
    if (ended.code() == 0) {
      Matcher interval =
          Pattern.compile(
                  "The least speed for 20.0 transactions/s is (\\d+) to (\\d+): \\d+"
                      + " \\([\\d.]+/s\\) is shown to be too little, ")
              .matcher(ended.out().replaceAll("\\s+", " "));
      assertThat(interval.find()).as(ended.out()).isTrue();
      // A statement takes a little longer than it sleeps: 3 may not be enough on a busy machine.
      assertThat(Integer.parseInt(interval.group(1))).isBetween(3, 4);
      assertThat(Integer.parseInt(interval.group(2))).isBetween(3, 4);
      assertThat(ended.out()).contains("written  " + folder.resolve("runs").resolve("night.html"));
    } else {
      assertThat(reasons).as(ended.out()).isNotEmpty();
    }
  }
}
