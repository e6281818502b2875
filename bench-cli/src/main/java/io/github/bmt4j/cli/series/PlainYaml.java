package io.github.bmt4j.cli.series;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.JsonTokenId;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * YAML whose values are the words as written, as on the command line: YAML 1.1 would read 010 as 8
 * and 1:30 as 90.
 */
final class PlainYaml extends JsonParserDelegate {
  PlainYaml(JsonParser yaml) {
    super(yaml);
  }

  @Override
  public @Nullable JsonToken nextToken() throws IOException {
    super.nextToken();
    return currentToken();
  }

  @Override
  public @Nullable JsonToken nextValue() throws IOException {
    super.nextValue();
    return currentToken();
  }

  @Override
  public @Nullable JsonToken currentToken() {
    JsonToken token = super.currentToken();
    boolean word = token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL;
    return word ? JsonToken.VALUE_STRING : token;
  }

  @Override
  public int currentTokenId() {
    JsonToken token = currentToken();
    return token == null ? JsonTokenId.ID_NO_TOKEN : token.id();
  }

  @Override
  public boolean hasToken(JsonToken token) {
    return currentToken() == token;
  }

  @Override
  public boolean hasTokenId(int id) {
    return currentTokenId() == id;
  }

  @Override
  public boolean isExpectedNumberIntToken() {
    return false;
  }
}
