package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.server.ItServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The first command on a platform for which no embedded server is published. */
@Execution(ExecutionMode.CONCURRENT)
class PlatformIT {
  private static final String RUN =
      "run oltp_point_select --table-size=100 --time=1 --warmup=0 --cache-dir=%s";

  @Test
  void anInstalledServerTakesThePlaceOfTheEmbeddedOneAndTheResultSaysSo() {
    ItServers.local();
    Bmt elsewhere = Bmt.process().with("JAVA_TOOL_OPTIONS", "-Dos.arch=aarch64");

    Ended first = elsewhere.run(words(RUN, ItServers.cache())).measured();

    assertThat(first.err())
        .contains(
            "note     no embedded MariaDB is published for this platform: --target local"
                + " takes its place\n");
    assertThat(first.out()).containsPattern(" on local (MariaDB|MySQL) \\d");
    assertThat(first.result().scenario().target()).isEqualTo("local");
    String folder = first.run().toString();
    assertThat(Bmt.command().run("show", folder, "--command").out())
        .endsWith(" --target=local\n")
        .doesNotContain("embedded");

    Ended second =
        Bmt.command()
            .run(words(RUN + " --target=%s", ItServers.cache(), Servers.EMBEDDED.target()))
            .measured();
    assertThat(Bmt.command().run("compare", folder, second.run().toString()).out())
        .containsPattern("scenario\\.target: +local \\| embedded");
  }
}
