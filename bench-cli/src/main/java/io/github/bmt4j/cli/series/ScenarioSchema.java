package io.github.bmt4j.cli.series;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The JSON Schema of scenario files: keys are the components of {@link ScenarioFile}, options those
 * that commands take. An editor completes and checks names with it; only the command itself checks
 * values.
 */
public final class ScenarioSchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Suffix of the definition with the keys that only settings and targets have. */
  private static final String AROUND = "-around";

  /** Suffix of the definition of a workload that its key does not name. */
  private static final String NAMED = "-named";

  private static final List<String> SCALARS = List.of("string", "number", "boolean");

  private ScenarioSchema() {}

  /** The schema, draft 7, for the commands of this version. */
  public static JsonNode of(CommandLine bmt) {
    ObjectNode schema = JSON.createObjectNode();
    schema.put("$schema", "http://json-schema.org/draft-07/schema#");
    schema.put("title", "scenario file of bmt");
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode keys = schema.putObject("properties");
    ArrayNode rules = schema.putArray("allOf");
    ObjectNode definitions = schema.putObject("definitions");
    ObjectNode value = definitions.putObject("value");
    value.set("type", strings(SCALARS).add("array"));
    value.putObject("items").set("type", strings(SCALARS));
    for (RecordComponent key : ScenarioFile.class.getRecordComponents()) {
      keys.set(key.getName(), key(key));
    }
    for (String command : ScenarioFile.COMMANDS) {
      CommandSpec spec = subcommand(bmt, command);
      definitions.set(command, options(spec, Map.of()));
      definitions.set(command + AROUND, around(spec));
      Map<String, String> named = Map.of(ScenarioFile.WORKLOAD, "the workload");
      ObjectNode other = options(spec, named);
      other.putArray("required").add(ScenarioFile.WORKLOAD);
      definitions.set(command + NAMED, other.put("type", "object"));
      rules.add(rule(command));
    }
    return schema;
  }

  private static CommandSpec subcommand(CommandLine bmt, String name) {
    return Objects.requireNonNull(bmt.getSubcommands().get(name)).getCommandSpec();
  }

  private static ObjectNode key(RecordComponent key) {
    ObjectNode node = JSON.createObjectNode();
    JsonPropertyDescription description =
        key.getAccessor().getAnnotation(JsonPropertyDescription.class);
    node.put("description", description.value());
    if (key.getType() == String.class) {
      node.set("enum", strings(ScenarioFile.COMMANDS));
    } else if (key.getType() == Integer.class) {
      node.put("type", "integer").put("minimum", 1).put("maximum", ScenarioFile.MOST_REPEATS);
    } else {
      node.set("type", strings(List.of("object", "null")));
    }
    return node;
  }

  private static ObjectNode rule(String command) {
    boolean run = command.equals(ScenarioFile.COMMANDS.get(0));
    boolean takesFaults = command.equals("failover");
    ObjectNode rule = JSON.createObjectNode();
    ObjectNode condition = rule.putObject("if");
    condition.putObject("properties").putObject("command").put("const", command);
    ObjectNode then = rule.putObject("then");
    (run ? then : condition).putArray("required").add(run ? "workloads" : "command");
    ObjectNode keys = then.putObject("properties");
    String options = "#/definitions/" + command;
    List<String> around = List.of("settings", "targets");
    for (RecordComponent key : ScenarioFile.class.getRecordComponents()) {
      if (key.getType() == Map.class && !(key.getName().equals("faults") && !takesFaults)) {
        ObjectNode node = keys.putObject(key.getName());
        (key.getName().equals("options") ? node : node.putObject("additionalProperties"))
            .put("$ref", around.contains(key.getName()) ? options + AROUND : options);
      }
    }
    if (!takesFaults) {
      keys.putObject("faults").put("maxProperties", 0);
    }
    ObjectNode workloads = keys.withObject("/workloads");
    if (run) {
      workloads.put("type", "object").put("minProperties", 1);
      // Another name than that of a workload names it by an option.
      JsonNode named = workloads.remove("additionalProperties");
      ObjectNode properties = workloads.putObject("properties");
      Catalogue.all().forEach(workload -> properties.set(workload.info().name(), named));
      workloads.putObject("patternProperties").set(ScriptFiles.FILE.pattern(), named);
      ObjectNode other = workloads.putObject("additionalProperties");
      other.put("$ref", options + NAMED);
    } else {
      workloads.put("maxProperties", 0);
    }
    return rule;
  }

  private static ObjectNode around(CommandSpec command) {
    Map<String, String> more = new TreeMap<>(CellCommands.KEYS);
    more.putAll(CellSearch.KEYS);
    ObjectNode node = options(command, more);
    ObjectNode search = node.withObject("/properties/" + CellSearch.KEY);
    search.remove("allOf");
    search.put("type", "object").put("minProperties", 1).put("maxProperties", 1);
    return node;
  }

  private static ObjectNode options(CommandSpec command, Map<String, String> more) {
    ObjectNode node = JSON.createObjectNode();
    node.set("type", strings(List.of("object", "null")));
    node.put("additionalProperties", false);
    ObjectNode properties = node.putObject("properties");
    Map<String, String> options = new TreeMap<>(more);
    for (OptionSpec option : command.options()) {
      for (String name : option.names()) {
        if (name.startsWith("--") && !option.hidden() && ScenarioFile.allows(name.substring(2))) {
          options.put(name.substring(2), words(option));
        }
      }
    }
    options.forEach((name, words) -> properties.set(name, option(words)));
    List<String> others =
        options.keySet().stream()
            .filter(name -> name.contains("-"))
            .map(name -> name.replace('-', '_'))
            .toList();
    node.putObject("patternProperties")
        .putObject("^(" + String.join("|", others) + ")$")
        .put("$ref", "#/definitions/value");
    return node;
  }

  private static String words(OptionSpec option) {
    return String.join(" ", option.description())
        .replace("${DEFAULT-VALUE}", Objects.toString(option.defaultValue(), ""))
        .replace("%%", "%");
  }

  private static ObjectNode option(String words) {
    ObjectNode node = JSON.createObjectNode();
    node.put("description", words);
    node.putArray("allOf").addObject().put("$ref", "#/definitions/value");
    return node;
  }

  private static ArrayNode strings(Collection<String> values) {
    return JSON.valueToTree(values);
  }
}
