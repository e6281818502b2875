package io.github.bmt4j.failover.scenario;

import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.option.OptionValues;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Change of the primary.
 *
 * @param fault its name, with its parameters; {@code trigger} for the user's own cluster
 * @param hold word of the place where the application waits during a planned change; absent if it
 *     does not wait
 * @param promotionDelayMillis time that bmt waits after the fault before it promotes a replica;
 *     absent if it promotes none
 * @param external of the user's own cluster; absent for servers that bmt starts
 */
public record ChangeScenario(
    String fault,
    @Nullable String hold,
    @Nullable Long promotionDelayMillis,
    @Nullable External external) {
  /**
   * A change from outside bmt.
   *
   * @param trigger {@code command}, {@link #MANUAL} or {@link #NONE}: the command itself may hold
   *     secrets
   * @param triggerTimeoutMillis for a command to end, or for the user to act
   * @param nodes host or host:port of every node, for observers; may be empty
   * @param readUrl of the readers, without its passwords; absent if it is the target's
   */
  public record External(
      String trigger, long triggerTimeoutMillis, List<String> nodes, @Nullable String readUrl) {
    /** The trigger if the user changes the primary by hand. */
    public static final String MANUAL = "manual";

    /** The trigger if nothing is to change. */
    public static final String NONE = "none";

    private static final String COMMAND = "command";

    /** A change by a command, {@link #MANUAL} or {@link #NONE}. */
    public static External of(
        String command, Duration timeout, List<String> nodes, @Nullable String readUrl) {
      return new External(
          command.equals(MANUAL) || command.equals(NONE) ? command : COMMAND,
          timeout.toMillis(),
          List.copyOf(nodes),
          readUrl == null ? null : JdbcUrl.redacted(readUrl));
    }

    public boolean manual() {
      return trigger.equals(MANUAL);
    }

    public boolean runsCommand() {
      return trigger.equals(COMMAND);
    }

    public boolean changesNothing() {
      return trigger.equals(NONE);
    }
  }

  public static ChangeScenario of(Fault fault, OptionValues options) {
    return new ChangeScenario(
        fault.text(options),
        Fault.HOLD.given(options),
        fault.takes().contains(Fault.PROMOTION_DELAY)
            ? (Long) options.get(Fault.PROMOTION_DELAY).toMillis()
            : null,
        null);
  }

  public static ChangeScenario of(External external) {
    return new ChangeScenario("trigger", null, null, external);
  }

  public String name() {
    return fault.split(" ", 2)[0];
  }
}
