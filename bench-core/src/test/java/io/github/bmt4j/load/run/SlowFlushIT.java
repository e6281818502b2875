package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.sampling.SampleSeries;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.process.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A server whose flushes to disk are slowed down on purpose. */
@Execution(ExecutionMode.CONCURRENT)
class SlowFlushIT {
  private static final double DELAY_MILLIS = 100;

  /** Functions that the server calls instead of those of the C library. */
  private static final String SHIM =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <time.h>
      #include <unistd.h>
      static int late(const char *name, int file) {
        struct timespec delay = {0, 100 * 1000 * 1000};
        int (*real)(int) = dlsym(RTLD_NEXT, name);
        if (access(SLOW, F_OK) == 0) nanosleep(&delay, NULL);
        return real(file);
      }
      int fsync(int file) { return late("fsync", file); }
      int fdatasync(int file) { return late("fdatasync", file); }
      """;

  @TempDir Path temp;

  static List<Arguments> products() {
    return List.of(
        Arguments.of(
            (Supplier<TargetSpec>) ItServers::local,
            List.of("performance_schema=ON", "innodb_max_dirty_pages_pct=0")),
        Arguments.of((Supplier<TargetSpec>) ItServers::mysql, List.of()));
  }

  @ParameterizedTest
  @MethodSource("products")
  void aDelayOfEachFlushIsTheirLatency(Supplier<TargetSpec> product, List<String> options)
      throws Exception {
    Path server = slowed((TargetSpec.Local) product.get());
    try (Server lab = ItServers.open(TargetSpec.parse("local:" + server), options)) {
      run(lab.target(), 0.2);
      Files.createFile(temp.resolve("slow"));
      // Files are opened and closed in no time, and counted as well.
      String figure =
          lab.target().description().contains("MySQL") ? "redoFlushLatency" : "flushLatency";
      assertThat(SampleSeries.mean(run(lab.target(), 3), figure)).isGreaterThan(DELAY_MILLIS / 2);
    } finally {
      Files.deleteIfExists(temp.resolve("slow"));
    }
  }

  private ServerSeries run(Target target, double seconds) throws Exception {
    Job job = ShortJob.of("oltp_insert", 1_000, 2, seconds, null);
    return Objects.requireNonNull(new LoadWatch().load(job, temp, target).serverSeries());
  }

  /** A program that is the server with the shim. */
  private Path slowed(TargetSpec.Local target) throws Exception {
    Path compiler = ItServers.compiler();
    Path server =
        Objects.requireNonNullElseGet(
            target.server(), () -> Programs.find("mariadbd").orElseThrow());
    Path source = Files.writeString(temp.resolve("shim.c"), SHIM);
    Path shim = temp.resolve("shim.so");
    Process compiling =
        new ProcessBuilder(
                compiler.toString(),
                "-shared",
                "-fPIC",
                "-DSLOW=\"" + temp.resolve("slow") + "\"",
                source.toString(),
                "-o",
                shim.toString(),
                "-ldl")
            .inheritIO()
            .start();
    assertThat(compiling.waitFor()).isZero();
    Path wrapper = Files.createDirectory(temp.resolve("bin")).resolve(server.getFileName());
    Files.writeString(
        wrapper, "#!/bin/sh\nLD_PRELOAD='" + shim + "' exec '" + server + "' \"$@\"\n");
    // The server may run as another user.
    for (Path file : List.of(temp, wrapper.getParent(), wrapper)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return wrapper;
  }
}
