package io.github.bmt4j.failover.scenario;

import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A failover run: its scenario, and settings that are not stored.
 *
 * @param target servers that bmt starts, or an external cluster
 * @param start options with which bmt starts them
 * @param topology of servers that bmt starts
 * @param before number of repetitions that other runs of the same series made before
 * @param outside settings that only an external cluster needs; absent for servers that bmt starts
 */
public record FailoverOrder(
    FailoverScenario scenario,
    TargetSpec target,
    StartOptions start,
    Topology topology,
    OptionValues faultOptions,
    int before,
    @Nullable Outside outside) {
  /**
   * Settings of an external cluster; may hold secrets.
   *
   * @param trigger the command that changes the primary, run by the shell; {@link
   *     ChangeScenario.External#MANUAL} when the user changes it
   * @param readUrl of the readers, if it differs from the writers'
   * @param action code that changes the primary in place of the command; absent for none
   */
  public record Outside(String trigger, @Nullable String readUrl, @Nullable Callable<?> action) {
    public Outside(String trigger, @Nullable String readUrl) {
      this(trigger, readUrl, null);
    }
  }

  public HaMode ha() {
    return scenario.mode();
  }

  public Fault fault() {
    return Fault.byName(scenario.change().name());
  }

  public boolean isManual() {
    ChangeScenario.External change = scenario.change().external();
    return change != null && change.manual();
  }

  public ClientPlan client(LoadDriver driver) {
    return new ClientPlan(scenario.settings(), driver, scenario.load(), scenario.times());
  }
}
