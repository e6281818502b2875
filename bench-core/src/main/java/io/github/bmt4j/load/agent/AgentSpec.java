package io.github.bmt4j.load.agent;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * An agent to start.
 *
 * @param name in messages and results
 * @param command command that starts it, with its standard input and output
 */
public record AgentSpec(String name, List<String> command) {
  private static final Pattern LOCAL = Pattern.compile("local:([1-9]\\d{0,2})");
  private static final Pattern SSH =
      Pattern.compile(
          "ssh://((?:[^@/\\s-][^@/\\s]*@)?)([^/:@\\s-][^/:@\\s]*)(?::(\\d{1,5}))?(/\\S+)?");
  private static final Pattern KUBE =
      Pattern.compile("kube:(?:([a-z0-9-]+)/)?job/([a-z0-9][a-z0-9.-]*)");
  private static final int MOST = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  public AgentSpec {
    command = List.copyOf(command);
  }

  /**
   * The agents that the user asks for.
   *
   * @param words {@code local:3}, {@code ssh://[user@]host[:port][/path/of/bmt]} or {@code
   *     kube:[namespace/]job/name}
   * @param commands commands that start one agent each
   * @param local command of an agent on this machine
   * @throws BadInputException when a word is none of them, or there are too many
   * @throws TargetException when the pods of a job cannot be listed
   */
  public static List<AgentSpec> parse(List<String> words, List<String> commands, List<String> local)
      throws TargetException {
    List<AgentSpec> specs = new ArrayList<>();
    for (String word : words) {
      Matcher here = LOCAL.matcher(word);
      Matcher ssh = SSH.matcher(word);
      Matcher kube = KUBE.matcher(word);
      if (here.matches()) {
        int first = specs.size();
        IntStream.range(0, Integer.parseInt(here.group(1)))
            .forEach(i -> specs.add(new AgentSpec("local:" + (first + i + 1), local)));
      } else if (ssh.matches()) {
        specs.add(new AgentSpec(word, ssh(ssh)));
      } else if (kube.matches()) {
        specs.addAll(pods(word, kube.group(1), kube.group(2)));
      } else {
        throw new BadInputException(
            "--agent=" + word + ": give local:3, ssh://host or kube:job/name");
      }
    }
    for (String command : commands) {
      check(!command.isBlank(), "--agent-command: give a command that starts bmt agent");
      specs.add(new AgentSpec("command:" + (specs.size() + 1), Launch.shell(command)));
    }
    check(!specs.isEmpty(), "--agent: give at least one agent");
    check(specs.size() <= MOST, "--agent: give at most " + MOST + " agents");
    check(
        specs.stream().map(AgentSpec::name).distinct().count() == specs.size(),
        "--agent: give each host once");
    return specs;
  }

  private static void check(boolean good, String message) {
    if (!good) {
      throw new BadInputException(message);
    }
  }

  /** OpenSSH asks nothing: there is no terminal; it ends when the host is silent. */
  private static List<String> ssh(Matcher word) {
    List<String> command =
        new ArrayList<>(List.of("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"));
    if (word.group(3) != null) {
      command.addAll(List.of("-p", word.group(3)));
    }
    command.add(word.group(1) + word.group(2));
    command.add((word.group(4) == null ? "bmt" : word.group(4)) + " agent");
    return command;
  }

  private static List<AgentSpec> pods(String word, String namespace, String job)
      throws TargetException {
    List<String> kubectl = new ArrayList<>(List.of("kubectl"));
    if (namespace != null) {
      kubectl.addAll(List.of("-n", namespace));
    }
    List<String> list = new ArrayList<>(kubectl);
    list.addAll(
        List.of(
            "get",
            "pods",
            "-l",
            "batch.kubernetes.io/job-name=" + job,
            "--field-selector=status.phase=Running",
            "-o",
            "jsonpath={range .items[*]}{.metadata.name}{\"\\n\"}{end}"));
    Launch.Answer answer;
    try {
      answer = Launch.ask(list, PATIENCE);
    } catch (IOException e) {
      throw new TargetException("--agent=" + word + ": kubectl: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
    String text = answer.text().strip();
    String last = text.substring(text.lastIndexOf('\n') + 1);
    check(answer.code() == 0, "--agent=" + word + ": kubectl: " + last);
    check(!text.isEmpty(), "--agent=" + word + ": the job has no running pod");
    List<AgentSpec> specs = new ArrayList<>();
    for (String pod : text.split("\\s+", -1)) {
      List<String> attach = new ArrayList<>(kubectl);
      attach.addAll(List.of("attach", "-i", "-q", pod));
      specs.add(new AgentSpec("pod/" + pod, attach));
    }
    return specs;
  }
}
