package io.github.bmt4j.experiment;

import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonAnyFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonValueFormat;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema of {@code result.json}: the records as {@link ResultJson} writes them, visited by
 * Jackson. A record may have no other keys, and must have those that are not {@link Nullable}.
 */
public final class ResultSchema {
  private static final String PACKAGE = "io.github.bmt4j.";

  private final ObjectNode definitions = JsonNodeFactory.instance.objectNode();

  private ResultSchema() {}

  /** The schema, draft 2020-12, of results of all kinds. */
  public static JsonNode ofAllKinds() {
    ResultSchema schema = new ResultSchema();
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    all.put("title", "result.json of bmt");
    all.put("type", "object").putArray("required").add("kind");
    ArrayNode kinds = all.withObject("/properties").putObject("kind").putArray("enum");
    ResultKind.all()
        .sorted(Comparator.comparing(ResultKind::name))
        .forEach(
            kind -> {
              kinds.add(kind.name());
              ObjectNode rule = all.withArray("allOf").addObject();
              rule.withObject("/if/properties/kind").put("const", kind.name());
              schema.add(kind, rule.putObject("then"));
            });
    all.set("$defs", schema.definitions);
    return all;
  }

  private void add(ResultKind<?> kind, ObjectNode reference) {
    ResultJson.visit(kind.type(), new Type(reference, null));
    ObjectNode result = (ObjectNode) definitions.path(name(kind.type().getName()));
    ObjectNode keys = result.withObject("/properties");
    keys.putObject("schema").put("const", Result.SCHEMA);
    keys.putObject("labels")
        .put("type", "object")
        .putObject("additionalProperties")
        .put("type", "string");
    keys.putObject("command").put("type", "array").putObject("items").put("type", "string");
    result.withArray("required").add("schema");
  }

  /** Such as {@code load.run.RunResult.Latency}. */
  private static String name(String type) {
    return type.replace(PACKAGE, "")
        .replace('$', '.')
        .replaceAll("\\W*[<,](java\\.lang\\.)?|>", "-");
  }

  /** Writes the form of a type into a node. */
  private final class Type extends JsonFormatVisitorWrapper.Base {
    private final ObjectNode node;

    Type(ObjectNode node, @Nullable SerializerProvider provider) {
      super(provider);
      this.node = node;
    }

    private void inner(String key, @Nullable JsonFormatVisitable form, JavaType type)
        throws JsonMappingException {
      ObjectNode inner = node.putObject(key);
      if (form != null) {
        form.acceptJsonFormatVisitor(new Type(inner, getProvider()), type);
      }
    }

    @Override
    public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
      if (type.isJavaLangObject()) {
        return null; // Any value.
      }
      String name = name(type.toCanonical());
      node.put("$ref", "#/$defs/" + name);
      if (definitions.has(name)) {
        return null;
      }
      ObjectNode own = definitions.putObject(name);
      own.put("type", "object").put("additionalProperties", false);
      return new Keys(own, getProvider());
    }

    @Override
    public JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
      node.put("type", "array");
      return new JsonArrayFormatVisitor.Base(getProvider()) {
        @Override
        public void itemsFormat(JsonFormatVisitable form, JavaType item)
            throws JsonMappingException {
          inner("items", form, item);
        }

        @Override
        public void itemsFormat(JsonFormatTypes form) {
          node.putObject("items").put("type", form.value());
        }
      };
    }

    @Override
    public JsonMapFormatVisitor expectMapFormat(JavaType type) {
      node.put("type", "object");
      return new JsonMapFormatVisitor.Base(getProvider()) {
        @Override
        public void valueFormat(JsonFormatVisitable form, JavaType value)
            throws JsonMappingException {
          inner("additionalProperties", form, value);
        }
      };
    }

    @Override
    public JsonStringFormatVisitor expectStringFormat(JavaType type) {
      node.put("type", "string");
      return new JsonStringFormatVisitor.Base() {
        @Override
        public void enumTypes(Set<String> words) {
          words.forEach(node.withArray("enum")::add);
        }

        @Override
        public void format(JsonValueFormat format) {
          node.put("format", format.toString());
        }
      };
    }

    @Override
    public JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
      node.put("type", "number");
      return new JsonNumberFormatVisitor.Base();
    }

    @Override
    public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
      node.put("type", "integer");
      return new JsonIntegerFormatVisitor.Base();
    }

    @Override
    public JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
      node.put("type", "boolean");
      return new JsonBooleanFormatVisitor.Base();
    }

    @Override
    public JsonAnyFormatVisitor expectAnyFormat(JavaType type) {
      return new JsonAnyFormatVisitor.Base();
    }
  }

  /** Adds the keys of a record. */
  private final class Keys extends JsonObjectFormatVisitor.Base {
    private final ObjectNode node;

    Keys(ObjectNode node, SerializerProvider provider) {
      super(provider);
      this.node = node;
    }

    @Override
    public void property(BeanProperty key) throws JsonMappingException {
      optionalProperty(key);
    }

    @Override
    public void optionalProperty(BeanProperty key) throws JsonMappingException {
      ObjectNode form = node.withObject("/properties").putObject(key.getName());
      getProvider()
          .findValueSerializer(key.getType(), key)
          .acceptJsonFormatVisitor(new Type(form, getProvider()), key.getType());
      if (RequiredKeys.hasGaps(key.getMember()) && form.get("items") instanceof ObjectNode item) {
        String type = item.path("type").asText();
        item.putArray("type").add(type).add("null");
      }
      if (RequiredKeys.isRequired(key.getMember())) {
        node.withArray("required").add(key.getName());
      }
    }
  }
}
