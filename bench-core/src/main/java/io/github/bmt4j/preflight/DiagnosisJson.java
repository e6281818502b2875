package io.github.bmt4j.preflight;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The JSON form of a diagnosis. */
public final class DiagnosisJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private DiagnosisJson() {}

  public static String write(Diagnosis diagnosis) {
    try {
      return MAPPER.writeValueAsString(diagnosis);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a diagnosis cannot be written as JSON", e);
    }
  }

  /**
   * Reads one again.
   *
   * @throws JsonProcessingException when it is none, or has a key that this form does not know
   */
  public static Diagnosis read(String json) throws JsonProcessingException {
    return MAPPER.readValue(json, Diagnosis.class);
  }
}
