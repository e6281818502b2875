package io.github.bmt4j.load.concurrent;

import io.github.bmt4j.load.run.RunScenario;

/**
 * A concurrent load.
 *
 * @param load what it is; its times are without meaning, for it runs as long as it is needed
 * @param aloneSeconds how long it is measured alone, before and after
 */
public record ConcurrentScenario(RunScenario load, double aloneSeconds) {}
