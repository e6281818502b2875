package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.github.bmt4j.load.run.AgentFigures;
import io.github.bmt4j.server.ItServers;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1PodAffinityTerm;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The manifests, by the API's own models, and agents by a stand-in for kubectl: no cluster is at
 * hand here.
 */
class KubernetesIT {
  private static final Path FOLDER = Path.of("..", "..", "deploy", "kubernetes");
  private static final YAMLMapper YAML = new YAMLMapper(new YAMLFactory());
  private static final String AGENTS = "--agent=kube:bmt/2,image=r.example/bmt:1,cpu=2,memory=1Gi";
  private static final String RUN =
      "run oltp_point_select --table-size=1000 --threads=2 --warmup=0 " + AGENTS;
  private static final String[] BOTH = {"pod/a-0\tRunning\t\t", "pod/a-1\tRunning\t\t"};
  private static final Duration SOON = Duration.ofSeconds(30);

  private final Database database = Servers.EMBEDDED.database();

  /** Checks an object of a kind of the API; throws what is not known there. */
  private interface Check {
    void of(JsonElement object) throws IOException;
  }

  private static final Map<String, Check> CHECKS =
      Map.of(
          "Job", V1Job::validateJsonElement,
          "NetworkPolicy", V1NetworkPolicy::validateJsonElement,
          "Role", V1Role::validateJsonElement,
          "RoleBinding", V1RoleBinding::validateJsonElement,
          "ServiceAccount", V1ServiceAccount::validateJsonElement,
          "PersistentVolumeClaim", V1PersistentVolumeClaim::validateJsonElement,
          "Deployment", V1Deployment::validateJsonElement,
          "Service", V1Service::validateJsonElement,
          "Namespace", V1Namespace::validateJsonElement);

  @Test
  void everyManifestIsAnObjectOfTheApi() throws IOException {
    for (String folder : List.of("base", "agents", "controller", "kind")) {
      JsonNode kustomization = documents(folder + "/kustomization.yaml").get(0);
      assertThat(kustomization.path("namespace").asText()).isEqualTo("bmt");
      for (JsonNode resource : kustomization.path("resources")) {
        Path there = FOLDER.resolve(folder).resolve(resource.asText());
        assertThat(there).exists();
        if (Files.isRegularFile(there)) {
          for (JsonNode object : documents(folder + "/" + resource.asText())) {
            String kind = object.path("kind").asText();
            Objects.requireNonNull(CHECKS.get(kind), kind).of(gson(object));
          }
        }
      }
    }
    JsonElement misspelt =
        JsonParser.parseString(
            documents("agents/agents.yaml").get(0).toString().replace("stdinOnce", "stdinonce"));
    assertThatThrownBy(() -> V1Job.validateJsonElement(misspelt)).hasMessageContaining("stdinonce");
  }

  @Test
  void anAgentIsNeverRestartedAndMayDoNothingButItsLoad() throws IOException {
    V1Job job = read("agents/agents.yaml", V1Job.class);
    checkAgents(job);

    V1NetworkPolicy network = read("base/network.yaml", V1NetworkPolicy.class);
    assertThat(network.getSpec().getPolicyTypes()).contains("Ingress");
    assertThat(network.getSpec().getIngress()).isNullOrEmpty();
    assertThat(network.getSpec().getPodSelector().getMatchLabels())
        .isEqualTo(job.getSpec().getTemplate().getMetadata().getLabels());

    V1Role role = read("base/controller-role.yaml", V1Role.class);
    assertThat(role.getRules())
        .containsExactly(
            rule("batch", "jobs", "get", "create", "delete"),
            rule("", "pods", "get", "list"),
            rule("", "pods/attach", "get", "create"));
  }

  private static void checkAgents(V1Job job) {
    assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
    assertThat(job.getSpec().getBackoffLimit()).isZero();
    assertThat(job.getSpec().getCompletions()).isEqualTo(job.getSpec().getParallelism());
    assertThat(job.getSpec().getTtlSecondsAfterFinished()).isPositive();
    V1PodSpec pod = Objects.requireNonNull(job.getSpec().getTemplate().getSpec());
    checkRights(pod);
    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    V1PodAffinityTerm others =
        pod.getAffinity()
            .getPodAntiAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .get(0);
    assertThat(others.getTopologyKey()).isEqualTo("kubernetes.io/hostname");
    assertThat(others.getLabelSelector().getMatchLabels())
        .isEqualTo(job.getSpec().getTemplate().getMetadata().getLabels());
    V1Container agent = pod.getContainers().get(0);
    assertThat(agent.getStdin()).isTrue();
    assertThat(agent.getStdinOnce()).isTrue();
    assertThat(agent.getArgs()).containsExactly("agent");
    assertThat(agent.getPorts()).isNullOrEmpty();
  }

  private static void checkRights(V1PodSpec pod) {
    assertThat(pod.getRestartPolicy()).isEqualTo("Never");
    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getVolumes())
        .filteredOn(volume -> volume.getEmptyDir() != null)
        .allSatisfy(volume -> assertThat(volume.getEmptyDir().getSizeLimit()).isNotNull());
    V1Container only = pod.getContainers().get(0);
    assertThat(only.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(only.getResources().getRequests()).isEqualTo(only.getResources().getLimits());
  }

  /** What one object of the controller names is another one. */
  @Test
  void theControllersObjectsAgree() throws IOException {
    Map<String, String> names = new HashMap<>();
    for (String file : List.of("account.yaml", "results.yaml")) {
      documents("controller/" + file)
          .forEach(
              one ->
                  names.put(one.path("kind").asText(), one.path("metadata").path("name").asText()));
    }
    JsonNode binding = documents("controller/account.yaml").get(1);
    assertThat(binding.path("roleRef").path("name").asText())
        .isEqualTo(read("base/controller-role.yaml", V1Role.class).getMetadata().getName());
    assertThat(binding.path("subjects").get(0).path("name").asText())
        .isEqualTo(names.get("ServiceAccount"));
    V1Job job = read("controller/controller.yaml", V1Job.class);
    assertThat(job.getSpec().getBackoffLimit()).isZero();
    V1PodSpec pod = Objects.requireNonNull(job.getSpec().getTemplate().getSpec());
    checkRights(pod);
    assertThat(pod.getServiceAccountName()).isEqualTo(names.get("ServiceAccount"));
    assertThat(pod.getVolumes().get(0).getPersistentVolumeClaim().getClaimName())
        .isEqualTo(names.get("PersistentVolumeClaim"));
    V1Container bmt = pod.getContainers().get(0);
    assertThat(bmt.getEnv().get(0).getName()).isEqualTo("IMAGE");
    assertThat(bmt.getEnv().get(0).getValue())
        .as("kustomize replaces both")
        .isEqualTo(bmt.getImage());
    JsonNode kustomization = documents("controller/kustomization.yaml").get(0);
    assertThat(kustomization.path("images").get(0).path("name").asText()).isEqualTo(bmt.getImage());
    JsonNode replacement = kustomization.path("replacements").get(0);
    assertThat(replacement.path("source").path("fieldPath").asText())
        .contains("[name=" + bmt.getName() + "].image");
    assertThat(replacement.findPath("fieldPaths").get(0).asText())
        .contains("[name=" + bmt.getName() + "].env.[name=IMAGE].value");
  }

  /**
   * The words of the controllers are those of bmt: a URL that nothing answers is all it refuses.
   */
  @ParameterizedTest
  @ValueSource(strings = {"controller/controller.yaml", "kind/kustomization.yaml"})
  void theControllersLineIsOneOfBmt(String file) throws IOException {
    List<String> line = new ArrayList<>();
    for (JsonNode document : documents(file)) {
      JsonNode patch = document.findPath("patch");
      JsonNode source = patch.isMissingNode() ? document : YAML.readTree(patch.asText());
      JsonNode args = patch.isMissingNode() ? source.findPath("args") : source.get(1).path("value");
      args.forEach(word -> line.add(word.asText()));
    }
    line.replaceAll(word -> word.replace("$(IMAGE)", "bmt").replace("//db/", "//127.0.0.1:1/"));
    assertThat(line.remove("--runs-dir=/runs")).as("it has a folder of its own here").isTrue();
    Kubectl kubectl = Kubectl.of("pod/a-0\tPending\tImagePullBackOff\t");

    Ended ended =
        kubectl
            .with(Bmt.process())
            .with("BMT_PASSWORD", "x")
            .run(line.toArray(String[]::new))
            .exits(2);

    assertThat(ended.err()).contains("0 of 3 pods of job bmt-");
  }

  @Test
  void podsAreCreatedForALoadAndDeletedAfterIt() throws IOException {
    Kubectl kubectl = Kubectl.of(BOTH);
    Ended ended =
        kubectl.with(database.process()).run(words(RUN + " --events=200 --time=60")).measured();

    assertThat(Objects.requireNonNull(ended.result().agents()))
        .extracting(AgentFigures::transactions)
        .containsExactly(100L, 100L);
    V1Job job = JSON.deserialize(YAML.readTree(kubectl.manifest()).toString(), V1Job.class);
    checkAgents(job);
    assertThat(job.getSpec().getParallelism()).isEqualTo(2);
    assertThat(job.getSpec().getActiveDeadlineSeconds()).isEqualTo(86_400 + 60);
    V1Container agent = job.getSpec().getTemplate().getSpec().getContainers().get(0);
    assertThat(agent.getImage()).isEqualTo("r.example/bmt:1");
    assertThat(agent.getResources().getLimits())
        .isEqualTo(agent.getResources().getRequests())
        .containsEntry("cpu", Quantity.fromString("2"))
        .containsEntry("memory", Quantity.fromString("1Gi"));
    assertThat(kubectl.calls())
        .startsWith("-n bmt create -f -")
        .contains("-n bmt attach -i -q a-0", "-n bmt attach -i -q a-1")
        .endsWith(deletion(job));
    assertThat(ended.everything()).doesNotContain(database.password());
  }

  private static String deletion(V1Job job) {
    return "-n bmt delete job " + job.getMetadata().getName() + " --wait=false --ignore-not-found";
  }

  @Test
  void podsAreDeletedWhenTheLoadCannotBegin() throws IOException {
    Kubectl kubectl = Kubectl.of(BOTH);
    Ended ended =
        kubectl
            .with(database.process())
            .with("BMT_PASSWORD", "wrong")
            .run(words(RUN + " --time=1"))
            .exits(3);

    assertThat(ended.err()).contains("Access denied");
    V1Job job = JSON.deserialize(YAML.readTree(kubectl.manifest()).toString(), V1Job.class);
    assertThat(kubectl.calls()).endsWith(deletion(job));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void podsAreDeletedAfterCtrlC(boolean whileTheyStart) throws IOException {
    ItServers.ctrlC();
    Kubectl kubectl =
        whileTheyStart ? Kubectl.of(BOTH[0], "pod/a-1\tPending\t\t") : Kubectl.of(BOTH);
    try (Running run = kubectl.with(database.process()).start(words(RUN + " --time=60"))) {
      if (whileTheyStart) {
        Await.until(
            "bmt waits for pods",
            () -> kubectl.calls().stream().filter(call -> call.contains("get pods")).count() > 1);
      } else {
        run.awaitOutput("\\s*-?\\d+\\.\\d s .*");
      }
      run.signal("INT");
      run.await(SOON).exits(130);
    }
    V1Job job = JSON.deserialize(YAML.readTree(kubectl.manifest()).toString(), V1Job.class);
    assertThat(kubectl.calls()).endsWith(deletion(job));
  }

  private static V1PolicyRule rule(String group, String resource, String... verbs) {
    return new V1PolicyRule()
        .apiGroups(List.of(group))
        .resources(List.of(resource))
        .verbs(List.of(verbs));
  }

  private static <T> T read(String file, Class<T> type) throws IOException {
    return JSON.deserialize(documents(file).get(0).toString(), type);
  }

  private static JsonElement gson(JsonNode object) {
    return JsonParser.parseString(object.toString());
  }

  private static List<JsonNode> documents(String file) throws IOException {
    try (MappingIterator<JsonNode> documents =
        YAML.readerFor(JsonNode.class).readValues(FOLDER.resolve(file).toFile())) {
      return documents.readAll();
    }
  }
}
