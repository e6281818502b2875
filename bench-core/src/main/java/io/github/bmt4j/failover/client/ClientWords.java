package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * What parent and client JVM say to each other: lines that begin with a word, over the client's
 * standard input and output.
 */
final class ClientWords {
  /** Asks for the client's time, and answers it. */
  static final String TIME = "time";

  /** Tells how far the parent's clock is ahead. */
  static final String OFFSET = "offset";

  /** Tells what to do, and lets it begin. */
  static final String PLAN = "plan";

  /** Ends the run; tells how many ms operations under way may take. */
  static final String STOP = "stop";

  /** The probes run. */
  static final String READY = "ready";

  /** The probes cannot run, and why. */
  static final String FAILED = "failed";

  /** How it gets on. */
  static final String STATUS = "status";

  /** The log is in its file. */
  static final String LOG = "log";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ClientWords() {}

  static String word(String line) {
    int end = line.indexOf(' ');
    return end < 0 ? line : line.substring(0, end);
  }

  static String rest(String line) {
    int end = line.indexOf(' ');
    return end < 0 ? "" : line.substring(end + 1);
  }

  static String json(Object value) throws JsonProcessingException {
    return MAPPER.writeValueAsString(value);
  }

  static ProbePlan plan(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, ProbePlan.class);
  }

  static ClientStatus status(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, ClientStatus.class);
  }
}
