package io.github.bmt4j.load.agent;

import static io.github.bmt4j.failure.BadInputException.check;
import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A job of Kubernetes in whose pods agents run, reached by the user's kubectl: one that exists, or
 * one that is created from {@code deploy/kubernetes/agents/agents.yaml} and deleted at the end. The
 * manifest limits the time of the pods, so that none stays if this process is killed.
 *
 * @param word as the user gave it
 * @param kubectl the program, with the namespace
 * @param name of the job
 * @param pods number of pods of a job to create; 0 for one that exists
 * @param manifest from which the job is created; empty for one that exists
 */
record KubeJob(String word, List<String> kubectl, String name, int pods, String manifest) {
  private static final String NAME = "([a-z0-9][a-z0-9.-]*)";
  private static final Pattern WORD =
      Pattern.compile("kube:(?:" + NAME + "/)?(?:job/" + NAME + "|([1-9]\\d?)((?:,\\w+=[^,]*)*))");

  /** Settings of pods that are created, under their keys in the manifest. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "image", "[\\w.][\\w./:@-]*",
          "cpu", "[1-9]\\d{0,2}|[1-9]\\d{2,4}m",
          "memory", "[1-9]\\d{0,5}[MG]i");

  /** A line of kubectl's output; others are its messages. */
  private static final Pattern POD =
      Pattern.compile("pod/" + NAME + "\t(\\w*)\t([^\t\n]*)\t(.*)", Pattern.MULTILINE);

  private static final String PODS =
      "jsonpath={range .items[*]}pod/{.metadata.name}{\"\\t\"}{.status.phase}{\"\\t\"}"
          + "{.status.containerStatuses[*].state.waiting.reason}{\"\\t\"}"
          + "{.status.conditions[?(@.type==\"PodScheduled\")].message}{\"\\n\"}{end}";
  private static final Pattern PARALLELISM = Pattern.compile("parallelism/(\\d{1,4})");

  /** Reasons for which a container that waits will not start. */
  private static final Pattern HOPELESS = Pattern.compile(".*(BackOff|Invalid|Never|Create).*");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** For nodes that have yet to be added, and to pull the image. */
  private static final Duration START = Duration.ofMinutes(5);

  private static final long LOOK_NANOS = 1_000_000_000;
  private static final Duration DAY = Duration.ofDays(1);

  /** The job that a word describes; empty if it describes none. */
  static Optional<KubeJob> parse(String word) {
    Matcher parts = WORD.matcher(word);
    if (!parts.matches()) {
      return Optional.empty();
    }
    List<String> kubectl =
        parts.group(1) == null ? List.of("kubectl") : List.of("kubectl", "-n", parts.group(1));
    if (parts.group(2) != null) {
      return Optional.of(new KubeJob(word, kubectl, parts.group(2), 0, ""));
    }
    String settings = parts.group(4);
    String manifest = with(template(), "(completions|parallelism)", parts.group(3));
    boolean known = settings.contains(",image=");
    for (String setting : settings.substring(Math.min(1, settings.length())).split(",", -1)) {
      String[] pair = setting.split("=", 2);
      String values = SETTINGS.get(pair[0]);
      known &= values != null && pair[1].matches(values);
      manifest = with(manifest, "(" + pair[0] + ")", known ? pair[1] : "");
    }
    check(
        known,
        "--agent",
        "="
            + word
            + ": give the image of bmt, and cpu and memory of a pod unless they are 4 and 2Gi, as in"
            + " kube:3,image=registry.example/bmt,cpu=4,memory=2Gi");
    String name = "bmt-" + UUID.randomUUID().toString().substring(0, 8);
    return Optional.of(
        new KubeJob(
            word,
            kubectl,
            name,
            Integer.parseInt(parts.group(3)),
            manifest.replace("name: bmt-agents", "name: " + name)));
  }

  private static String template() {
    try (InputStream text = KubeJob.class.getResourceAsStream("agents.yaml")) {
      return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String with(String manifest, String keys, String value) {
    return manifest.replaceAll("\\b" + keys + ": \\S+", "$1: " + value);
  }

  int least() {
    return Math.max(1, pods);
  }

  /**
   * The agents of its pods, when all run.
   *
   * @throws BadInputException when fewer run than the job has, or kubectl fails; a job that was
   *     created is deleted then
   */
  List<AgentSpec> open(AgentUse use) throws TargetException {
    check(
        Launch.find(kubectl.get(0), Launch.path()).isPresent(),
        "--agent",
        "=" + word + ": this machine has no program kubectl: install it");
    if (pods == 0) {
      String path = "jsonpath=parallelism/{.spec.parallelism}";
      Matcher parallelism = PARALLELISM.matcher(ask("", "get", "job", name, "-o", path));
      check(parallelism.find(), "--agent", "=" + word + ": kubectl printed no parallelism");
      return running(Integer.parseInt(parallelism.group(1)), Duration.ZERO, use);
    }
    use.begins().run();
    boolean created = false;
    boolean open = false;
    try {
      String seconds = Long.toString(DAY.plus(use.load()).toSeconds());
      ask(with(manifest, "(activeDeadlineSeconds)", seconds), "create", "-f", "-");
      created = true;
      List<AgentSpec> agents = running(pods, START, use);
      open = true;
      return agents;
    } finally {
      if (!open) {
        delete(created ? use.progress() : Progress.SILENT);
      }
    }
  }

  /** Deletes a job that was created, with its pods. */
  void delete(Progress progress) {
    boolean interrupted = pods > 0 && Thread.interrupted();
    if (pods > 0) {
      try {
        ask("", "delete", "job", name, "--wait=false", "--ignore-not-found");
      } catch (BadInputException | TargetException e) {
        progress.say(
            words(
                "WARNING  job %s is not deleted: %s; delete it with %s delete job %s",
                name, e.getMessage(), String.join(" ", kubectl), name));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private List<AgentSpec> running(int wanted, Duration patience, AgentUse use)
      throws TargetException {
    long endNanos = Clock.SYSTEM.nanoTime() + patience.toNanos();
    int shown = 0;
    String what = "Waiting for " + counted(wanted, "pod") + " of job " + name;
    try (Progress.Step step = use.progress().begin(what, wanted, "pods")) {
      while (true) {
        String text =
            ask("", "get", "pods", "-l", "batch.kubernetes.io/job-name=" + name, "-o", PODS);
        List<MatchResult> found = POD.matcher(text).results().toList();
        List<AgentSpec> agents =
            found.stream().filter(KubeJob::runs).map(pod -> agent(pod.group(1))).toList();
        step.advance(agents.size() - shown);
        shown = agents.size();
        if (shown == wanted) {
          return agents;
        }
        use.checkStop();
        boolean hopeless = found.stream().anyMatch(KubeJob::isHopeless);
        check(
            Clock.SYSTEM.nanoTime() < endNanos && !hopeless,
            "--agent",
            "="
                + word
                + words(": %d of %s of job %s running", shown, counted(wanted, "pod"), name)
                + others(found));
        Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + LOOK_NANOS, use.stop()::given);
      }
    }
  }

  private static boolean runs(MatchResult pod) {
    return pod.group(2).equals("Running");
  }

  private static boolean isHopeless(MatchResult pod) {
    return pod.group(2).matches("Succeeded|Failed") || HOPELESS.matcher(pod.group(3)).matches();
  }

  private static String others(List<MatchResult> found) {
    return found.stream()
        .filter(pod -> !runs(pod))
        .map(pod -> "; " + pod.group().replaceAll("\t+", " ").strip())
        .collect(Collectors.joining());
  }

  private AgentSpec agent(String pod) {
    return new AgentSpec("pod/" + pod, AgentSpec.and(kubectl, "attach", "-i", "-q", pod), Map.of());
  }

  /** In a session of its own: Ctrl-C must not end it. */
  private String ask(String input, String... words) throws TargetException {
    Launch.Answer answer;
    try {
      List<String> command = Launch.detached(AgentSpec.and(kubectl, words));
      answer = Launch.ask(command, input, PATIENCE);
    } catch (IOException e) {
      throw new TargetException("--agent=" + word + ": kubectl: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
    String last = answer.text().strip();
    check(
        answer.code() == 0,
        "--agent",
        "=" + word + ": kubectl: " + last.substring(last.lastIndexOf('\n') + 1));
    return answer.text();
  }
}
