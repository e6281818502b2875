package io.github.bmt4j.load.agent;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.os.Sha256;
import io.github.bmt4j.progress.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The agents of a command, from its start to its end. */
public final class AgentGroup implements AutoCloseable {
  private static final Duration DRIVER = Duration.ofMinutes(5);

  private final List<Agent> agents = new ArrayList<>();
  private final List<KubeJob> jobs = new ArrayList<>();
  private final Hello own;
  private final Progress progress;

  private AgentGroup(Hello own, Progress progress) {
    this.own = own;
    this.progress = progress;
  }

  /**
   * Starts all, and learns who they are and what their clocks say.
   *
   * @param own identity of this process
   * @param use what needs them
   * @throws BadInputException when one cannot be started, does not answer, or runs another bmt;
   *     none is left then
   */
  public static AgentGroup start(List<AgentSpec> specs, Hello own, Clock clock, AgentUse use)
      throws TargetException {
    AgentGroup group = new AgentGroup(own, use.progress());
    try (CloseOnFailure met = new CloseOnFailure(group::close)) {
      List<AgentSpec> all = new ArrayList<>();
      for (AgentSpec spec : specs) {
        KubeJob job = spec.job();
        if (job == null) {
          all.add(spec);
        } else {
          all.addAll(job.open(use));
          group.jobs.add(job);
        }
      }
      AgentSpec.checkAll(all);
      all.forEach(spec -> group.agents.add(Agent.start(spec, clock)));
      for (Agent agent : group.agents) {
        use.checkStop();
        Hello hello = agent.meet();
        BadInputException.check(
            hello.version().equals(own.version()) && hello.code().equals(own.code()),
            words(
                "agent %s has bmt %s (%.8s…) and this is bmt %s (%.8s…): install the same on"
                    + " both",
                agent.name(), hello.version(), hello.code(), own.version(), own.code()));
      }
      met.succeeded();
      return group;
    }
  }

  /**
   * Has all load the driver, and compares its jars with those here.
   *
   * @throws BadInputException when one cannot load it, or has another
   */
  public void checkDriver(LoadDriver driver) {
    String request = "driver " + Wire.text(AgentDriver.of(driver.wish()));
    String hashes = Sha256.of(driver.jars());
    List<String> found;
    try {
      found = all(DRIVER, agent -> ask(agent, request, DRIVER));
    } catch (CompletionException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
    for (int i = 0; i < found.size(); i++) {
      BadInputException.check(
          found.get(i).equals(hashes),
          "agent " + agents.get(i).name() + " has another jar of the driver than this machine");
    }
  }

  static String ask(Agent agent, String request, Duration limit) {
    try {
      return agent.ask(request, limit);
    } catch (IOException e) {
      throw new CompletionException(named(agent, e), e);
    }
  }

  static String named(Agent agent, IOException failure) {
    String said = String.valueOf(failure.getMessage());
    return said.startsWith("agent ") ? said : "agent " + agent.name() + ": " + said;
  }

  /**
   * Asks all at once, and gives their answers in order. One that does not even read its question is
   * given up after the limit.
   *
   * @throws CompletionException when one fails
   */
  <T> List<T> all(Duration limit, Function<Agent, T> question) {
    List<CompletableFuture<T>> asked = new ArrayList<>();
    for (Agent agent : agents) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      asked.add(answer);
      Daemon.start(
          "bmt-agent-" + agent.name(),
          () -> {
            try {
              answer.complete(question.apply(agent));
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
            } catch (Error e) {
              answer.completeExceptionally(e);
              throw e; // It ends bmt.
            }
          });
      CompletableFuture.delayedExecutor(limit.toSeconds() + 1, TimeUnit.SECONDS)
          .execute(
              () -> {
                if (!answer.isDone()) {
                  agent.abandon("does not read what it is sent");
                  answer.completeExceptionally(new CompletionException(agent.lost(), null));
                }
              });
    }
    return asked.stream().map(CompletableFuture::join).toList();
  }

  boolean isHere(Agent agent) {
    return agent.hello().machine().equals(own.machine());
  }

  public List<Agent> agents() {
    return List.copyOf(agents);
  }

  @Override
  public void close() {
    agents.forEach(Agent::close);
    jobs.forEach(job -> job.delete(progress));
  }
}
