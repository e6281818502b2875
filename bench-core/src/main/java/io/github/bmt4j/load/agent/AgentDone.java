package io.github.bmt4j.load.agent;

import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.StatementRows;
import java.util.List;

/**
 * The end of an agent's part of a load.
 *
 * @param writes last acknowledged writes, by endpoint
 * @param rows rows of each statement of the user's own SQL
 * @param readings use of its machine
 */
public record AgentDone(
    Measurement measured,
    List<List<LastWrite>> writes,
    List<StatementRows> rows,
    ClientReadings readings) {}
