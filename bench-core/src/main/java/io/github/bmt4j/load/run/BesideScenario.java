package io.github.bmt4j.load.run;

/**
 * A concurrent load.
 *
 * @param load what it is; its times are without meaning, for it runs as long as it is needed
 * @param aloneSeconds how long it is measured alone, before and after
 */
public record BesideScenario(RunScenario load, double aloneSeconds) {}
