package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.ItServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The first command on a platform for which no embedded server is published. */
@Execution(ExecutionMode.CONCURRENT)
class PlatformIT {
  private static final String RUN =
      "run oltp_point_select --table-size=100 --time=1 --warmup=0 --runs-dir %s --cache-dir=%s";

  @TempDir Path runs;

  @Test
  void anInstalledServerTakesThePlaceOfTheEmbeddedOneAndTheResultSaysSo() {
    ItServers.local();
    Bmt elsewhere = Bmt.process().with("JAVA_TOOL_OPTIONS", "-Dos.arch=aarch64");

    Ended first = elsewhere.run(words(RUN, runs, ItServers.cache())).measured();

    assertThat(first.err())
        .contains(
            "note     no embedded MariaDB is published for this platform: --target local"
                + " takes its place\n");
    assertThat(first.out()).containsPattern(" on local (MariaDB|MySQL) \\d");
    assertThat(first.result().scenario().target()).isEqualTo("local");
    assertThat(Bmt.command().run("show", "latest", "--command", "--runs-dir=" + runs).out())
        .endsWith(" --target=local\n")
        .doesNotContain("embedded");

    Bmt.command()
        .run(words(RUN + " --target=%s", runs, ItServers.cache(), Servers.EMBEDDED.target()))
        .measured();
    assertThat(Bmt.command().run("compare", "latest~1", "latest", "--runs-dir=" + runs).out())
        .containsPattern("scenario\\.target: +local \\| embedded");
  }
}
