package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The manifests of the agents, by the API's own models: no cluster is at hand here. */
class KubernetesIT {
  private static final Path FOLDER = Path.of("..", "..", "deploy", "kubernetes");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** Checks an object of a kind of the API; throws what is not known there. */
  private interface Check {
    void of(JsonElement object) throws IOException;
  }

  private static final Map<String, Check> CHECKS =
      Map.of(
          "agents.yaml", V1Job::validateJsonElement,
          "network.yaml", V1NetworkPolicy::validateJsonElement,
          "controller-role.yaml", V1Role::validateJsonElement,
          "namespace.yaml", V1Namespace::validateJsonElement);

  @Test
  void everyManifestIsAnObjectOfTheApi() throws IOException {
    List<?> resources =
        (List<?>) YAML.readValue(text("kustomization.yaml"), Map.class).get("resources");
    assertThat(resources).map(String::valueOf).containsExactlyInAnyOrderElementsOf(CHECKS.keySet());
    for (Map.Entry<String, Check> manifest : CHECKS.entrySet()) {
      manifest.getValue().of(json(manifest.getKey()));
    }
    JsonElement misspelt =
        JsonParser.parseString(json("agents.yaml").toString().replace("stdinOnce", "stdinonce"));
    assertThatThrownBy(() -> V1Job.validateJsonElement(misspelt)).hasMessageContaining("stdinonce");
  }

  @Test
  void anAgentIsNeverRestartedAndMayDoNothingButItsLoad() throws IOException {
    V1Job job = JSON.deserialize(json("agents.yaml").toString(), V1Job.class);
    assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
    assertThat(job.getSpec().getBackoffLimit()).isZero();
    assertThat(job.getSpec().getCompletions()).isEqualTo(job.getSpec().getParallelism());
    V1PodSpec pod = Objects.requireNonNull(job.getSpec().getTemplate().getSpec());
    assertThat(pod.getRestartPolicy()).isEqualTo("Never");
    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    V1Container agent = pod.getContainers().get(0);
    assertThat(agent.getStdin()).isTrue();
    assertThat(agent.getStdinOnce()).isTrue();
    assertThat(agent.getArgs()).containsExactly("agent");
    assertThat(agent.getPorts()).isNullOrEmpty();
    assertThat(agent.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(agent.getResources().getRequests()).isEqualTo(agent.getResources().getLimits());

    V1NetworkPolicy network =
        JSON.deserialize(json("network.yaml").toString(), V1NetworkPolicy.class);
    assertThat(network.getSpec().getPolicyTypes()).contains("Ingress");
    assertThat(network.getSpec().getIngress()).isNullOrEmpty();
    assertThat(network.getSpec().getPodSelector().getMatchLabels())
        .isEqualTo(job.getSpec().getTemplate().getMetadata().getLabels());

    V1Role role = JSON.deserialize(json("controller-role.yaml").toString(), V1Role.class);
    assertThat(role.getRules())
        .containsExactly(rule("pods", "get", "list"), rule("pods/attach", "create"));
  }

  private static V1PolicyRule rule(String resource, String... verbs) {
    return new V1PolicyRule()
        .apiGroups(List.of(""))
        .resources(List.of(resource))
        .verbs(List.of(verbs));
  }

  private static JsonElement json(String manifest) throws IOException {
    return JsonParser.parseString(YAML.readTree(text(manifest)).toString());
  }

  private static String text(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file));
  }
}
