package io.github.bmt4j.load.run;

import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.jdbc.LoadClient;

/**
 * One endpoint of a run.
 *
 * @param server server that answers there
 * @param client properties of the load's connections to it
 */
record RunEndpoint(EndpointServer server, LoadClient client) {}
