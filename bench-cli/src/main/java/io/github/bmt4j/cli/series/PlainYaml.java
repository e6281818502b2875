package io.github.bmt4j.cli.series;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * YAML whose values are the words that stand there, as on the command line: YAML 1.1 reads 010 as 8
 * and 1:30 as 90.
 */
public final class PlainYaml extends YAMLFactory {
  private static final long serialVersionUID = 1L;

  @Override
  protected YAMLParser _createParser(Reader reader, IOContext context) {
    return new Words(
        context, _parserFeatures, _yamlParserFeatures, _loaderOptions, _objectCodec, reader);
  }

  private static final class Words extends YAMLParser {
    Words(
        IOContext context,
        int features,
        int yamlFeatures,
        LoaderOptions options,
        @Nullable ObjectCodec codec,
        Reader reader) {
      super(context, features, yamlFeatures, options, codec, reader);
    }

    @Override
    protected JsonToken _decodeScalar(ScalarEvent scalar) throws IOException {
      JsonToken token = super._decodeScalar(scalar);
      return token == JsonToken.VALUE_NULL ? token : JsonToken.VALUE_STRING;
    }
  }
}
