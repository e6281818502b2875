package io.github.bmt4j.load.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** The form in which a controller and its agents send records: JSON on one line. */
public final class Wire {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(new HistogramWriter())
                  .addDeserializer(Histogram.class, new HistogramReader()))
          .build();

  /**
   * Memory for the histograms of one record, which need few bytes on the line, and for an agent's
   * waiting intervals.
   */
  static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 8;

  static final String TOO_MUCH =
      "more than "
          + (MOST_BYTES >> 20)
          + " MiB, an eighth of the heap of this process: give more in BMT_JAVA_OPTIONS";

  private Wire() {}

  public static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("it cannot be written as JSON", e);
    }
  }

  /**
   * Reads a record.
   *
   * @throws IOException when the text is no such record, or too large for this process
   */
  public static <T> T read(String text, Class<T> type) throws IOException {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IOException(e.getOriginalMessage(), e);
    }
  }

  private static final class HistogramWriter extends StdSerializer<Histogram> {
    private static final long serialVersionUID = 1L;

    HistogramWriter() {
      super(Histogram.class);
    }

    @Override
    public void serialize(Histogram value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(value.getNeededByteBufferCapacity());
      int length = value.encodeIntoCompressedByteBuffer(bytes);
      json.writeBinary(Arrays.copyOf(bytes.array(), length));
    }
  }

  private static final class HistogramReader extends StdDeserializer<Histogram> {
    private static final long serialVersionUID = 1L;

    HistogramReader() {
      super(Histogram.class);
    }

    @Override
    public Histogram deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      Histogram histogram;
      try {
        histogram =
            Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(json.getBinaryValue()), 0);
      } catch (DataFormatException | RuntimeException e) {
        throw new IOException("no histogram", e);
      }
      long bytes =
          histogram.getEstimatedFootprintInBytes()
              + (context.getAttribute(HistogramReader.class) instanceof Long others ? others : 0);
      context.setAttribute(HistogramReader.class, bytes);
      if (bytes > MOST_BYTES) {
        throw JsonMappingException.from(json, "its histograms need " + TOO_MUCH);
      }
      return histogram;
    }
  }
}
