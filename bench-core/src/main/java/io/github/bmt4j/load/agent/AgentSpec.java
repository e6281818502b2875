package io.github.bmt4j.load.agent;

import static io.github.bmt4j.failure.BadInputException.check;
import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.os.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent to start, or a job of Kubernetes whose pods run agents.
 *
 * @param name in messages and results
 * @param command command that starts it, with its standard input and output; empty for a job
 * @param variables of its environment, which has no other variable of bmt
 * @param job the job; absent for an agent
 */
public record AgentSpec(
    String name, List<String> command, Map<String, String> variables, @Nullable KubeJob job) {
  private static final Pattern LOCAL = Pattern.compile("local:([1-9]\\d{0,2})");

  /** Matches neither an option nor anything that a shell would execute, here or on the host. */
  private static final Pattern SSH =
      Pattern.compile(
          "ssh://((?:\\w[\\w.+-]*@)?)(\\w[\\w.-]*)(?::(\\d{1,5}))?(/[\\w./+@:=~\\p{L}-]+)?");

  private static final int MOST = 50;

  public AgentSpec {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
  }

  public AgentSpec(String name, List<String> command, Map<String, String> variables) {
    this(name, command, variables, null);
  }

  /**
   * The agents that the user asks for.
   *
   * @param words {@code local:3}, {@code ssh://[user@]host[:port][/path/of/bmt]}, {@code
   *     kube:[namespace/]3[,image=bmt]} or {@code kube:[namespace/]job/name}
   * @param commands commands that start one agent each
   * @param local command of an agent on this machine
   * @throws BadInputException when a word has no such form, or there are too many
   */
  public static List<AgentSpec> parse(
      List<String> words, List<String> commands, List<String> local) {
    List<AgentSpec> specs = new ArrayList<>();
    for (String word : words) {
      Matcher here = LOCAL.matcher(word);
      Matcher ssh = SSH.matcher(word);
      if (here.matches()) {
        int first = specs.size();
        IntStream.range(0, Integer.parseInt(here.group(1)))
            .forEach(i -> specs.add(new AgentSpec("local:" + (first + i + 1), local, Map.of())));
      } else if (ssh.matches()) {
        specs.add(new AgentSpec(word, ssh(ssh), Map.of()));
      } else {
        specs.add(
            KubeJob.parse(word)
                .map(job -> new AgentSpec(word, List.of(), Map.of(), job))
                .orElseThrow(
                    () ->
                        new BadInputException(
                            "--agent",
                            "="
                                + word
                                + ": give local:3, ssh://host, kube:3,image=<image> or"
                                + " kube:job/name; names consist of letters, digits, . _ and -")));
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
    checkAll(specs);
    return specs;
  }

  static void checkAll(List<AgentSpec> specs) {
    check(least(specs) <= MOST, "--agent", ": give at most " + MOST + " agents");
    check(
        specs.stream().map(AgentSpec::name).distinct().count() == specs.size(),
        "--agent",
        ": give each host once");
  }

  /** The number of agents, as far as it is known: a job that exists has at least one. */
  public static int least(List<AgentSpec> specs) {
    return specs.stream().mapToInt(spec -> spec.job == null ? 1 : spec.job.least()).sum();
  }

  /** OpenSSH cannot ask for input, without a terminal; it ends when the host is silent. */
  private static List<String> ssh(Matcher word) {
    List<String> ssh = List.of("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10");
    return and(
        word.group(3) == null ? ssh : and(ssh, "-p", word.group(3)),
        word.group(1) + word.group(2),
        (word.group(4) == null ? "bmt" : word.group(4)) + " agent");
  }

  static List<String> and(List<String> program, String... words) {
    return Stream.concat(program.stream(), Stream.of(words)).toList();
  }
}
