package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of a stand-in for kubectl, which stores its words and input and prints files. */
@Timeout(60)
class KubeJobTest {
  private static final String CREATED = "kube:bmt/2,image=registry.example/bmt:1,cpu=500m";

  @TempDir Path folder;

  private final StopSignal stop = new StopSignal();
  private boolean begun;

  @Test
  void createsPodsWaitsForThemAndDeletesThem() throws Exception {
    KubeJob job = job(CREATED);
    print("pods", "pod/a-0\tRunning\t\t", "pod/a-1\tPending\tContainerCreating\t");
    print("pods.later", "pod/a-0\tRunning\t\t", "--server=http://x", "pod/a-1\tRunning\t\t");

    List<AgentSpec> agents = job.open(use());

    assertThat(begun).isTrue();
    assertThat(agents).extracting(AgentSpec::name).containsExactly("pod/a-0", "pod/a-1");
    assertThat(agents.get(1).command()).endsWith("attach", "-i", "-q", "a-1");
    assertThat(Files.readString(folder.resolve("input")))
        .contains(
            "  name: " + job.name() + "\n",
            "  completions: 2\n",
            "  parallelism: 2\n",
            "  activeDeadlineSeconds: 87000",
            "          image: registry.example/bmt:1\n",
            "memory: 2Gi\n")
        .doesNotContain("bmt-agents", "cpu: \"4\"")
        .containsPattern("(?s)requests:\\s+cpu: 500m.*limits:\\s+cpu: 500m\n");
    assertThat(calls()).noneMatch(call -> call.startsWith("delete"));
    job.delete(Progress.SILENT);
    assertThat(calls())
        .startsWith("create -f -")
        .endsWith("delete job " + job.name() + " --wait=false --ignore-not-found");
  }

  @ParameterizedTest
  @CsvSource({
    "Pending, ImagePullBackOff, ''",
    "Pending, InvalidImageName, ''",
    "Pending, CreateContainerConfigError, ''",
    "Failed, '', ''"
  })
  void podsThatWillNotRunAreDeletedAtOnce(String phase, String reason, String why)
      throws Exception {
    KubeJob job = job(CREATED);
    String pod = String.join("\t", "pod/a-1", phase, reason, why);
    print("pods", "pod/a-0\tRunning\t\t", pod);

    assertThatThrownBy(() -> job.open(use()))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--agent=%s: 1 of 2 pods of job %s running; %s",
            CREATED, job.name(), pod.replaceAll("\t+", " ").strip());
    assertThat(calls()).last().asString().startsWith("delete job " + job.name());
  }

  @Test
  void podsAreDeletedWhenTheUserEndsTheWait() throws Exception {
    KubeJob job = job(CREATED);
    print("pods", "pod/a-0\tPending\t\t0/1 nodes are available: 1 Insufficient cpu.");
    stop.give();

    assertThatThrownBy(() -> job.open(use())).isInstanceOf(TargetException.class);
    assertThat(calls()).last().asString().startsWith("delete job " + job.name());
  }

  @Test
  void aJobThatExistsIsNeitherCreatedNorDeleted() throws Exception {
    KubeJob job = job("kube:job/agents");
    print("job", "Warning: old", "parallelism/1");
    print("pods", "pod/a-0\tRunning\t\t");

    assertThat(job.open(use())).hasSize(1);
    job.delete(Progress.SILENT);
    assertThat(calls()).hasSize(2).allMatch(call -> call.startsWith("get "));
  }

  @Test
  void fewerRunningPodsThanTheJobHasAreRefused() throws Exception {
    KubeJob job = job("kube:job/agents");
    print("job", "parallelism/3");
    print("pods", "pod/a-0\tRunning\t\t", "pod/a-1\tPending\t\t0/2 nodes are available");

    assertThatThrownBy(() -> job.open(use()))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--agent=kube:job/agents: 1 of 3 pods of job agents running; pod/a-1 Pending 0/2 nodes"
                + " are available");
  }

  @Test
  void noMessageOfKubectlIsAName() throws Exception {
    KubeJob job = job("kube:job/agents");
    print("job", "parallelism/1");
    print("pods", "pod/--server=x\tRunning\t\t");

    assertThatThrownBy(() -> job.open(use()))
        .hasMessageContaining("0 of 1 pod of job agents running");
  }

  @Test
  void theLastLineOfKubectlIsTheReason() throws Exception {
    KubeJob job = job("kube:job/agents");

    assertThatThrownBy(() -> job.open(use()))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--agent=kube:job/agents: kubectl: cat: ");
  }

  private AgentUse use() {
    return new AgentUse(Progress.SILENT, stop, () -> begun = true, Duration.ofMinutes(10));
  }

  /** The job of a word, by the stand-in. */
  private KubeJob job(String word) throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("kubectl"),
            """
            cd %s
            printf "%%s\\n" "$*" >> calls
            case "$1 $2" in
              create*) cat > input ;;
              "get job") cat job ;;
              "get pods") cat pods; [ ! -e pods.later ] || mv pods.later pods ;;
            esac
            """
                .formatted(folder));
    KubeJob job = KubeJob.parse(word).orElseThrow();
    return new KubeJob(
        word, List.of("/bin/sh", program.toString()), job.name(), job.pods(), job.manifest());
  }

  private void print(String file, String... lines) throws IOException {
    Files.write(folder.resolve(file), List.of(lines));
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve("calls"));
  }
}
