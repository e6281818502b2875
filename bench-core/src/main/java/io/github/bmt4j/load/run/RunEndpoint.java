package io.github.bmt4j.load.run;

import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.LoadDriver;

/**
 * One endpoint of a run.
 *
 * @param server server that answers there
 * @param client properties of the load's connections to it
 * @param driver driver of these connections
 */
record RunEndpoint(EndpointServer server, LoadClient client, LoadDriver driver) {}
