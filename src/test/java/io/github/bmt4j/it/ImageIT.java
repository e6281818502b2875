package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static io.github.bmt4j.it.Program.run;
import static io.github.bmt4j.it.Program.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The container image of bmt, on a Java runtime that lacks the JDK's tools: the one that the build
 * uses, linked anew, in the image of the MySQL tests, as no image can be pulled here.
 */
class ImageIT {
  private static final String MODULES =
      "java.se,jdk.unsupported,jdk.crypto.ec,jdk.management,jdk.zipfs,jdk.charsets,jdk.naming.dns";
  private static final Path DIST = Path.of("..", "..", "dist").toAbsolutePath().normalize();
  private static final String NAME = "bmt4j/bmt:test-" + ProcessHandle.current().pid();
  private static final String RUNTIME = NAME + "-jre";

  /** Images that this class began to build: none where it is left out. */
  private static final List<String> BEGUN = new ArrayList<>();

  @BeforeAll
  static void build() throws IOException, InterruptedException {
    assumeFalse(
        System.getProperty("bmt.it.archive", "").isEmpty(),
        "tests of the image, because this build has none; to run them: -Prelease");
    String base = Servers.CONTAINER.target().replaceFirst("container:", "");
    Path folder = Bmt.newFolder("image");
    run(
        "%s --add-modules %s --strip-debug --output %s",
        Path.of(System.getProperty("java.home"), "bin", "jlink"), MODULES, folder.resolve("jre"));
    Files.writeString(
        folder.resolve("Dockerfile"),
        """
        FROM %s
        COPY jre /opt/java
        ENV PATH=/opt/java/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin
        """
            .formatted(base));
    BEGUN.add(RUNTIME);
    run("docker build --quiet --tag %s %s", RUNTIME, folder);
    BEGUN.add(NAME);
    Path here = folder.resolve("Dockerfile.bmt");
    String dockerfile = Files.readString(DIST.resolve("Dockerfile"));
    assertThat(dockerfile).containsPattern("(?m)^FROM \\S+:\\S+@sha256:[0-9a-f]{64}$");
    Files.writeString(here, dockerfile.replaceFirst("(?m)^FROM .*$", "FROM " + RUNTIME));
    run("docker build --quiet --tag %s --file %s %s", NAME, here, DIST);
  }

  @AfterAll
  static void remove() throws IOException, InterruptedException {
    for (String image : BEGUN) {
      run("docker image rm --force %s", image);
    }
  }

  @Test
  void loadsAServerAsAnOrdinaryUserOnAReadOnlyRoot() throws IOException, InterruptedException {
    assertThat(run("docker run --rm --entrypoint=id %s", NAME)).contains("uid=10001");
    Database server = Servers.EMBEDDED.database();
    ProcessBuilder loading =
        new ProcessBuilder(
            words(
                "docker run --rm --network=host --read-only --tmpfs=/tmp:exec --env=BMT_URL"
                    + " --env=BMT_USER --env=BMT_PASSWORD %s run oltp_point_select"
                    + " --table-size=1000 --time=1 --warmup=1 --runs-dir=/tmp/runs",
                NAME));
    loading.environment().put("BMT_URL", server.url());
    loading.environment().put("BMT_USER", server.user());
    loading.environment().put("BMT_PASSWORD", server.password());

    assertThat(said(loading, 0, 1)).contains(" transactions/s on 1 thread").doesNotContain("\tat ");
  }

  /** The stand-in for a pod: standard input and death are the same. */
  @Test
  void isAnAgentInAContainer() throws IOException, InterruptedException {
    Database server = Servers.EMBEDDED.database();
    String box = "bmt-agent-" + ProcessHandle.current().pid();
    run(
        "docker run --detach --rm --name=%s --network=host --read-only --tmpfs=/tmp:exec"
            + " --entrypoint=sleep %s 600",
        box, NAME);
    try {
      Ended ended =
          server
              .process()
              .run(
                  words(
                      "run oltp_point_select --table-size=1000 --threads=2 --agent-command=%s"
                          + " --agent=local:1 --think=5ms --time=2 --warmup=1",
                      "docker exec -i " + box + " bmt agent"))
              .measured();
      assertThat(ended.result().agents())
          .allSatisfy(agent -> assertThat(agent.transactions()).isPositive());
      assertThat(ended.result().totals().transactions())
          .isEqualTo(
              ended.result().agents().stream().mapToLong(agent -> agent.transactions()).sum());
      assertThat(run("docker top %s", box)).as("it has ended").doesNotContain("agent");
    } finally {
      run("docker rm --force %s", box);
    }
  }
}
