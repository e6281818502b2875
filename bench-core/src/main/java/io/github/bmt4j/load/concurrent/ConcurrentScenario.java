package io.github.bmt4j.load.concurrent;

import io.github.bmt4j.load.run.RunScenario;

/**
 * A concurrent load.
 *
 * @param load its times have no meaning: it runs as long as it is needed
 * @param baselineSeconds length of the measurement of the load alone, before and after
 */
public record ConcurrentScenario(RunScenario load, double baselineSeconds) {}
