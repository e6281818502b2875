package io.github.bmt4j.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/** The JSON form of results: absent values have no key, times of day are in ISO 8601. */
public final class ResultJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private ResultJson() {}

  public static String write(RunResult result) {
    return text(result);
  }

  public static String write(SweepResult result) {
    return text(result);
  }

  public static String write(FailoverResult result) {
    return text(result);
  }

  public static String write(BalanceResult result) {
    return text(result);
  }

  public static String write(StatementResult result) {
    return text(result);
  }

  public static String write(AlterResult result) {
    return text(result);
  }

  public static String write(JmhResult result) {
    return text(result);
  }

  public static String write(JmhCircumstances servers) {
    return text(servers);
  }

  /**
   * Reads a stored result again.
   *
   * @throws JsonProcessingException when it is none, or has a key that this form does not know
   */
  public static RunResult read(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, RunResult.class);
  }

  /**
   * Reads a stored result of a sweep again.
   *
   * @throws JsonProcessingException when it is none, or has a key that this form does not know
   */
  public static SweepResult readSweep(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, SweepResult.class);
  }

  /**
   * Reads a stored result of {@code bmt failover} again.
   *
   * @throws JsonProcessingException when it is none, or has a key that this form does not know
   */
  public static FailoverResult readFailover(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, FailoverResult.class);
  }

  /**
   * Reads a stored result of {@code bmt balance} again.
   *
   * @throws JsonProcessingException when it is none, or has a key that this form does not know
   */
  public static BalanceResult readBalance(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, BalanceResult.class);
  }

  /**
   * Reads a stored result of statements that were timed one by one again.
   *
   * @throws JsonProcessingException when it is none, or has a key that this form does not know
   */
  public static StatementResult readStatements(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, StatementResult.class);
  }

  /**
   * Reads a stored result of {@code bmt alter} again.
   *
   * @throws JsonProcessingException when it is none, or has a key that this form does not know
   */
  public static AlterResult readAlter(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, AlterResult.class);
  }

  /**
   * Reads a stored result of {@code bmt import-jmh} again.
   *
   * @throws JsonProcessingException when it is none, or has a key that this form does not know
   */
  public static JmhResult readJmh(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, JmhResult.class);
  }

  /**
   * Reads what benchmarks of JMH ran on.
   *
   * @throws JsonProcessingException when it is something else, lacks a key, or has one that this
   *     form does not know
   */
  public static JmhCircumstances readCircumstances(String json) throws JsonProcessingException {
    return MAPPER
        .readerFor(JmhCircumstances.class)
        .with(
            DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .readValue(json);
  }

  private static String text(Record result) {
    try {
      return MAPPER.writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result cannot be written as JSON", e);
    }
  }
}
