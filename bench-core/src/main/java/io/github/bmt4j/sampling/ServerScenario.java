package io.github.bmt4j.sampling;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the series of servers that differ from the defaults.
 *
 * @param sampleCommand command that prints values; absent without one
 * @param sampleEverySeconds from the start of an execution to the start of the next; absent without
 *     a command
 */
public record ServerScenario(
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean noServerSeries,
    @Nullable CommandText sampleCommand,
    @Nullable Double sampleEverySeconds) {
  public static final ServerScenario USUAL = new ServerScenario(false, null, null);
}
