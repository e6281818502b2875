package io.github.bmt4j.load.run;

import io.github.bmt4j.jdbc.LoadClient;

/**
 * One endpoint of a run.
 *
 * @param server that answers there
 * @param client what the load's connections to it are
 */
record RunEndpoint(RunServer server, LoadClient client) {}
