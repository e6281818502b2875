package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.load.ArrivalSchedule;
import io.github.bmt4j.load.IgnoredErrors;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.LoadProfile;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.load.Stage;
import io.github.bmt4j.load.Stages;
import io.github.bmt4j.load.ThinkTime;
import io.github.bmt4j.workload.Terminals;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Plan of the load of a scenario. */
public final class LoadPlans {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration GIVE_UP = Duration.ofSeconds(30);

  private LoadPlans() {}

  public static LoadPlan of(Job job, Portion portion, boolean prepareFirst) {
    RunScenario scenario = job.scenario();
    boolean generic = Dialect.isGeneric(scenario.target());
    ThinkTime think = scenario.load().think();
    return new LoadPlan(
        (int) portion.part(scenario.load().threads()),
        profile(job, portion),
        new LoadPlan.Times(
            Clock.seconds(scenario.times().warmupSeconds()),
            Clock.seconds(scenario.times().timeSeconds()),
            Clock.seconds(scenario.times().intervalSeconds()),
            GRACE,
            GIVE_UP.plusNanos(think == null ? 0 : think.longestNanos())),
        portion.part(scenario.allEvents()),
        scenario.load(),
        new RetryPolicy(
            scenario.client().ignoreErrors().stream()
                .filter(code -> !code.equals("all") && !code.equals(IgnoredErrors.SQLSTATE_40))
                .map(Integer::valueOf)
                .collect(Collectors.toSet()),
            scenario.client().ignoreErrors().contains("all"),
            generic && scenario.client().ignoreErrors().isEmpty()
                ? 0
                : scenario.client().maxRetries(),
            generic),
        prepareFirst,
        job.workload().kinds(job.params()),
        job.workload().shares(job.params()).size());
  }

  private static LoadProfile profile(Job job, Portion portion) {
    RunScenario scenario = job.scenario();
    Terminals terminals = job.workload().terminals(job.params()).orElse(null);
    if (terminals != null) {
      return new LoadProfile.AtTerminals(terminals, scenario.load().seed());
    }
    Stages stages = new Stages(scenario.load().stages());
    if (!scenario.load().scheduled()) {
      return new LoadProfile.ClosedLoop(stages, portion);
    }
    boolean uniform = "uniform".equals(scenario.load().arrivals());
    long seed = scenario.load().seed();
    if (!scenario.load().stages().isEmpty()) {
      Stages all = stages.withWarmup(Clock.seconds(scenario.times().warmupSeconds()));
      return new LoadProfile.OpenLoop(
          uniform
              ? ArrivalSchedule.uniform(all, portion)
              : ArrivalSchedule.poisson(all, seed, portion),
          stages);
    }
    double rate = Objects.requireNonNull(scenario.load().rate(), "an open loop has a rate");
    long nanos = Clock.seconds(scenario.times().timeSeconds()).toNanos();
    return new LoadProfile.OpenLoop(
        uniform
            ? ArrivalSchedule.uniform(rate, portion)
            : ArrivalSchedule.poisson(rate, seed, portion),
        nanos == 0 || scenario.times().events() > 0
            ? Stages.NONE
            : new Stages(List.of(new Stage(nanos, rate, rate, true))));
  }
}
