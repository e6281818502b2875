package io.github.bmt4j.load.agent;

import static io.github.bmt4j.failure.BadInputException.check;
import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An agent to start.
 *
 * @param name in messages and results
 * @param command command that starts it, with its standard input and output
 * @param variables of its environment, which has no other variable of bmt
 */
public record AgentSpec(String name, List<String> command, Map<String, String> variables) {
  private static final Pattern LOCAL = Pattern.compile("local:([1-9]\\d{0,2})");

  /** Matches neither an option nor anything that a shell would execute, here or on the host. */
  private static final Pattern SSH =
      Pattern.compile(
          "ssh://((?:\\w[\\w.+-]*@)?)(\\w[\\w.-]*)(?::(\\d{1,5}))?(/[\\w./+@:=~\\p{L}-]+)?");

  private static final String KUBE_NAME = "([a-z0-9][a-z0-9.-]*)";
  private static final Pattern KUBE =
      Pattern.compile("kube:(?:" + KUBE_NAME + "/)?job/" + KUBE_NAME);

  /** A line of kubectl's output; others are its messages. */
  private static final String POD = "pod/";

  private static final int MOST = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  public AgentSpec {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
  }

  /**
   * The agents that the user asks for.
   *
   * @param words {@code local:3}, {@code ssh://[user@]host[:port][/path/of/bmt]} or {@code
   *     kube:[namespace/]job/name}
   * @param commands commands that start one agent each
   * @param local command of an agent on this machine
   * @throws BadInputException when a word has no such form, or there are too many
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
            .forEach(i -> specs.add(new AgentSpec("local:" + (first + i + 1), local, Map.of())));
      } else if (ssh.matches()) {
        specs.add(new AgentSpec(word, ssh(ssh), Map.of()));
      } else if (kube.matches()) {
        String namespace = kube.group(1);
        specs.addAll(
            pods(
                word,
                namespace == null ? List.of("kubectl") : List.of("kubectl", "-n", namespace),
                kube.group(2)));
      } else {
        throw new BadInputException(
            "--agent",
            "="
                + word
                + ": give local:3, ssh://host or kube:job/name; names consist of letters, digits, ."
                + " _ and -");
      }
    }
    for (String command : commands) {
      check(!command.isBlank(), "--agent-command", ": give a command that starts " + bmt("agent"));
      specs.add(
          new AgentSpec(
              "command:" + (specs.size() + 1),
              Launch.shell(command),
              Map.of(Launch.COMMAND, command)));
    }
    check(!specs.isEmpty(), "--agent", ": give at least one agent");
    check(specs.size() <= MOST, "--agent", ": give at most " + MOST + " agents");
    check(
        specs.stream().map(AgentSpec::name).distinct().count() == specs.size(),
        "--agent",
        ": give each host once");
    return specs;
  }

  /** OpenSSH cannot ask for input, without a terminal; it ends when the host is silent. */
  private static List<String> ssh(Matcher word) {
    List<String> ssh = List.of("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10");
    return and(
        word.group(3) == null ? ssh : and(ssh, "-p", word.group(3)),
        word.group(1) + word.group(2),
        (word.group(4) == null ? "bmt" : word.group(4)) + " agent");
  }

  static List<AgentSpec> pods(String word, List<String> kubectl, String job)
      throws TargetException {
    List<String> list =
        and(
            kubectl,
            "get",
            "pods",
            "-l",
            "batch.kubernetes.io/job-name=" + job,
            "--field-selector=status.phase=Running",
            "-o",
            "jsonpath={range .items[*]}" + POD + "{.metadata.name}{\"\\n\"}{end}");
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
    check(answer.code() == 0, "--agent", "=" + word + ": kubectl: " + last);
    List<AgentSpec> specs = new ArrayList<>();
    for (String pod : text.lines().filter(line -> line.startsWith(POD)).toList()) {
      check(
          pod.matches(POD + KUBE_NAME),
          "--agent",
          "=" + word + ": kubectl printed an invalid name of a pod: " + pod);
      specs.add(
          new AgentSpec(
              pod, and(kubectl, "attach", "-i", "-q", pod.substring(POD.length())), Map.of()));
    }
    check(!specs.isEmpty(), "--agent", "=" + word + ": the job has no running pod");
    return specs;
  }

  private static List<String> and(List<String> program, String... words) {
    return Stream.concat(program.stream(), Stream.of(words)).toList();
  }
}
