package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.ProcessorWatch.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessorWatchTest {
  private static final String STAT =
      """
      cpu  10 20 30 100 5 1 2 3 0 0
      cpu0 1 1 1 1 1 1 1 1 0 0
      cpu1 2 0 0 80 0 0 0 0 0 0
      cpu2 3 0 0 80 0 0 0 0 0 0
      cpu10 4 0 0 80 0 0 0 0 0 0
      intr 1 2 3
      """;

  @TempDir Path folder;
  private Path proc;
  private Path groups;
  private ProcessorWatch watch;

  @BeforeEach
  void folders() {
    proc = folder.resolve("proc");
    groups = folder.resolve("groups");
    watch = new ProcessorWatch(proc, groups);
  }

  @Test
  void addsUpTheWaitsOfThreadsThatComeAndGo() throws IOException {
    write(proc, "stat", STAT);
    thread("1", "1000 500 7");
    Reading first = read();
    thread("1", "1500 900 9");
    thread("2", "300 100 1");
    watch.look();
    Files.delete(proc.resolve("self/task/2/schedstat"));
    write(proc, "stat", "cpu  60 20 40 150 5 1 2 13 0 0\n");
    Reading used = read().minus(first);

    assertThat(used.ran()).isEqualTo(500 + 300);
    assertThat(used.waited()).isEqualTo(400 + 100);
    assertThat(used.allowed()).isEqualTo(1_200_000_000);
    assertThat(used.busy()).isEqualTo(600_000_000);
    assertThat(used.stolen()).isEqualTo(100_000_000);
    assertThat(used.stolenShare()).isBetween(0.083, 0.084);
  }

  @Test
  void readsNothingWhereThereIsNothing() {
    assertThat(watch.read()).isNull();
    assertThat(watch.available()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  /** Pinned processes, or those of containers with limits, do not share what they may use. */
  @Test
  void aLimitedProcessHasAPartOfTheMachine() throws IOException {
    write(proc, "stat", STAT);
    write(proc, "self/cgroup", "0::/\n");
    allowed("0-2,10");
    Files.createDirectories(proc.resolve("self/ns"));
    Files.createSymbolicLink(proc.resolve("self/ns/mnt"), Path.of("mnt:[1]"));
    assertThat(watch.part()).isEmpty();

    allowed("0,10");
    assertThat(watch.part()).isEqualTo("; [0,10]; mnt:[1]");
  }

  /** The client is pinned to two processors of a machine that is otherwise idle. */
  @Test
  void theProcessorsThatAPinnedClientMayNotUseDoNotCount() throws IOException {
    allowed("0,10");
    write(proc, "stat", STAT);
    thread("1", "1000 500 7");
    Reading first = read();
    write(
        proc,
        "stat",
        """
        cpu  210 20 30 200 5 1 2 3 0 0
        cpu0 101 1 1 1 1 1 1 1 0 0
        cpu1 2 0 0 180 0 0 0 0 0 0
        cpu2 3 0 0 180 0 0 0 0 0 0
        cpu10 54 0 0 120 0 0 0 10 0 0
        """);
    Reading used = read().minus(first);

    assertThat(used.allowed()).isEqualTo(2_000_000_000);
    assertThat(used.busy()).isEqualTo(1_500_000_000);
    assertThat(used.stolenShare()).isEqualTo(0.05);
    assertThat(used.othersShare()).as("all but this process's own").isBetween(0.25, 0.75);
    assertThat(watch.available()).isEqualTo(2);
  }

  /** A container of lxcfs, which has the host's processors 2, 5, 9 and 14. */
  @Test
  void processorsThatAContainerNumbersAnewAllCount() throws IOException {
    allowed("2,5,9,14");
    String alike =
        """
        cpu  10 0 0 30 0 0 0 0 0 0
        cpu0 1 0 0 7 0 0 0 0 0 0
        cpu1 1 0 0 7 0 0 0 0 0 0
        cpu2 4 0 0 8 0 0 0 0 0 0
        cpu3 4 0 0 8 0 0 0 0 0 0
        """;
    write(proc, "stat", alike);
    thread("1", "1000 500 7");
    Reading first = read();
    write(proc, "stat", alike.replace("cpu  10 0 0 30", "cpu  60 0 0 80"));

    assertThat(read().minus(first).allowed()).isEqualTo(1_000_000_000);
    assertThat(watch.available()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @ParameterizedTest
  @CsvSource({
    "0-2,150000 100000,1.5",
    "1-2,150000 100000,1.5",
    "1,150000 100000,1",
    "0-1023,max 100000,4",
    "0-1023,50000 100000,0.5"
  })
  void aQuotaIsAPartOfTheProcessors(String allowed, String max, double available)
      throws IOException {
    write(proc, "stat", STAT);
    allowed(allowed);
    write(proc, "self/cgroup", "0::/a.slice/b.service\n");
    write(groups, "a.slice/cpu.max", max + "\n");
    write(groups, "a.slice/b.service/cpu.max", "max 100000\n");

    assertThat(watch.available()).isEqualTo(available);
  }

  @Test
  void aContainersOwnGroupIsAtTheTop() throws IOException {
    write(proc, "stat", STAT);
    allowed("0-2");
    write(groups, "cpu.max", "150000 100000\n");
    write(proc, "self/cgroup", "0::/\n");
    assertThat(watch.available()).isEqualTo(1.5);

    Files.delete(groups.resolve("cpu.max"));
    write(proc, "self/cgroup", "5:cpuset:/\n4:cpu,cpuacct:/docker/1f2e\n0::/\n");
    assertThat(watch.available()).isEqualTo(3);
    write(groups, "cpu/cpu.cfs_period_us", "50000\n");
    write(groups, "cpu/cpu.cfs_quota_us", "-1\n");
    assertThat(watch.available()).isEqualTo(3);
    write(groups, "cpu/cpu.cfs_quota_us", "125000\n");
    assertThat(watch.available()).isEqualTo(2.5);
  }

  private Reading read() {
    return Objects.requireNonNull(watch.read());
  }

  private void allowed(String processors) throws IOException {
    write(
        proc,
        "self/status",
        "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t"
            + processors
            + "\nMems_allowed:\t1\n");
  }

  private void thread(String id, String line) throws IOException {
    write(proc, "self/task/" + id + "/schedstat", line + "\n");
  }

  private static void write(Path top, String file, String text) throws IOException {
    Path written = top.resolve(file);
    Files.createDirectories(Objects.requireNonNull(written.getParent()));
    Files.writeString(written, text);
  }
}
