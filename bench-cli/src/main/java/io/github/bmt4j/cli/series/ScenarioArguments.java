package io.github.bmt4j.cli.series;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.github.bmt4j.cli.options.StatementOptions;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.ParamSpec;
import io.github.bmt4j.workload.Sha256;
import io.github.bmt4j.workload.script.ScriptFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The command line that measures a stored scenario again. Passwords and the commands of triggers
 * are not stored, and each run draws a seed of its own unless {@code --rand-seed} was given.
 */
public final class ScenarioArguments {
  /** Keys of scenarios whose option has the same name, and the unit of a time in the key's. */
  private static final String NAMED_ALIKE =
      """
      pool threads rate arrivals warmupSeconds timeSeconds events maxRetries percentile
      driver parity consume byStatement pieces repeat cold verify ladder
      statementTimeoutSeconds table onExisting lock afterSeconds lockWaitTimeoutSeconds ha hold
      poolSize connectTimeoutMillis socketTimeoutMillis poolTimeoutMillis
      validationTimeoutMillis maxLifetimeMillis dnsTtlSeconds transactionReplay retry
      exceptionOverride onePool readHa writeTo semiSync returnAfterSeconds baselineSeconds
      stallMillis settleMillis deadlineMillis maxWriteOutageMillis triggerTimeoutMillis
      audit auditScale auditSessions readUrl check driverWith countRows endpointThreads
      endpointEvents failIf limit
      agent agentCommand noServerSeries sampleCommand sampleEverySeconds
      backlogSeconds rounds duringLoad giveUpSeconds replica stopCommand startCommand
      """;

  /** The other keys, the option that sets each, and the unit of its number. */
  private static final String OTHERS =
      """
      psMode            --db-ps-mode
      intervalSeconds   --report-interval s
      ignoreErrors      --mysql-ignore-errors
      stages            --stage
      forms             --form
      aloneSeconds      --baseline s
      rows              --table-size
      changes           --change
      algorithms        --algorithm
      besides           --while
      beforeSeconds     --baseline s
      profile           --settings
      deniedListMillis  --denied-list-timeout ms
      keepaliveMillis   --pool-keepalive ms
      writesPerSecond   --write-rate
      readsPerSecond    --read-rate
      connectsPerSecond --connect-rate
      readMillis        --read-time ms
      writeMillis       --write-time ms
      nodes             --node
      serverOptions     --server-option
      load              --workload
      replicaSettings   --settings
      """;

  /** All keys with the option that sets each, and the unit of its number. */
  public static final Map<String, String> OPTIONS =
      Stream.concat(
              Stream.of(NAMED_ALIKE.strip().split("\\s+")).map(key -> List.of(key, alike(key))),
              OTHERS.lines().map(line -> List.of(line.split(" +", 2))))
          .collect(Collectors.toUnmodifiableMap(line -> line.get(0), line -> line.get(1)));

  /** Options that are given once for each of their values. */
  private static final List<String> REPEATED =
      List.of(
          "--node",
          "--driver-with",
          "--server-option",
          "--settings",
          "--fail-if",
          "--stage",
          "--agent",
          "--agent-command");

  /** The placeholder for the command of a trigger: a shell refuses it. */
  static final String OWN_COMMAND = "<your command>";

  private final Map<String, List<String>> options = new LinkedHashMap<>();

  private ScenarioArguments() {}

  /**
   * The arguments that measure a stored result again, beginning with the command.
   *
   * @throws BadInputException when it was imported, so that it has no scenario
   */
  public static List<String> of(Result result) {
    JsonNode scenario = ResultJson.tree(result).path("scenario");
    if (scenario.isMissingNode()) {
      throw new BadInputException(
          "result " + result.id() + " was imported: no command of bmt measures it again");
    }
    return of(result.kind(), scenario);
  }

  private static String alike(String key) {
    String unit = key.endsWith("Seconds") ? " s" : key.endsWith("Millis") ? " ms" : "";
    String name = key.replaceFirst("(Seconds|Millis)$", "").replaceAll("([A-Z])", "-$1");
    return "--" + name.toLowerCase(Locale.ROOT) + unit;
  }

  /** What keeps the command from measuring exactly the same, in lines. */
  public static List<String> warnings(Result result) {
    JsonNode scenario = ResultJson.tree(result).path("scenario");
    List<String> warnings = new ArrayList<>();
    JsonNode workload = scenario.findValue("workload");
    JsonNode version = scenario.findValue("workloadVersion");
    if (workload != null && version != null && Catalogue.names().contains(workload.asText())) {
      int now = Catalogue.byName(workload.asText()).info().version();
      if (now != version.asInt()) {
        warnings.add(
            "WARNING  the result is of version "
                + version.asInt()
                + " of "
                + workload.asText()
                + "; this bmt has version "
                + now
                + ", whose data or statements differ");
      }
    }
    for (JsonNode file : scenario.findParents("sha256")) {
      changed(file.path("file").asText(), file.path("sha256").asText()).ifPresent(warnings::add);
    }
    if (scenario.findPath("target").asText().startsWith("jdbc:")) {
      warnings.add("note     the login is not stored: add --user, and set BMT_PASSWORD");
    }
    return warnings;
  }

  /** That a file of the user's own SQL is not what it was, or its CSV file is not. */
  private static Optional<String> changed(String file, String sha256) {
    try {
      return Sha256.of(ScriptFiles.text(file)).equals(sha256)
          ? Optional.empty()
          : Optional.of(
              "WARNING  "
                  + file
                  + " has changed since the run: its SHA-256 differs from the stored one");
    } catch (BadInputException e) {
      return Optional.of("WARNING  " + e.getMessage() + " here");
    }
  }

  /** The same of a scenario. */
  public static List<String> of(String kind, JsonNode scenario) {
    ScenarioArguments arguments = new ScenarioArguments();
    arguments.addAll(scenario);
    switch (kind) {
      case "balance" -> arguments.options.putIfAbsent("--return-after", List.of("--lose-node=off"));
      case "failover" -> arguments.options.putIfAbsent("--one-pool", List.of("--one-pool"));
      case "statements" -> arguments.addStatements(scenario);
      default -> {}
    }
    List<String> words = new ArrayList<>();
    JsonNode workload = scenario.findValue("workload");
    if (workload == null) {
      words.add(kind);
    } else {
      words.add("run");
      JsonNode files = scenario.findPath("files");
      if (files.isEmpty()) {
        words.add(workload.asText());
      }
      files.forEach(
          file -> words.add(file.path("file").asText() + "@" + file.path("weight").asText()));
    }
    arguments.options.values().forEach(words::addAll);
    return words;
  }

  private void addAll(JsonNode scenario) {
    scenario.properties().forEach(entry -> add(entry.getKey(), entry.getValue()));
    if (scenario.path("parity").asText().equals("none")) {
      options.remove("--db-ps-mode");
    }
    if (scenario.has("stages")) {
      options.keySet().removeAll(List.of("--time", "--events"));
      if (scenario.path("loop").asText().equals("closed")) {
        options.remove("--threads");
      }
    }
    if (scenario.has("trigger")) {
      options.keySet().removeAll(List.of("--fault", "--ha"));
    }
    if (scenario.has("changes")) { // the load of an ALTER has no options but the table's size
      options.keySet().removeAll(names(scenario.path("parameters")));
      put("--table-size", scenario.path("rows"), "");
    }
  }

  private void add(String key, JsonNode value) {
    String option = OPTIONS.get(key);
    switch (key) {
      case "cluster",
          "common",
          "client",
          "settings",
          "pooling",
          "watch",
          "dealt",
          "sampled",
          "agents" ->
          addAll(value);
      case "parameters" ->
          value.properties().stream()
              .filter(one -> !one.getKey().equals("files"))
              .forEach(one -> parameter("--" + one.getKey(), one.getValue()));
      case "driverProperties" ->
          options.put(
              "--driver-property",
              value.properties().stream()
                  .map(one -> "--driver-property=" + one.getKey() + "=" + one.getValue().asText())
                  .toList());
      case "trigger" ->
          options.put(
              "--trigger",
              List.of("--trigger=" + (value.asText().equals("manual") ? "manual" : OWN_COMMAND)));
      case "search" -> {
        String range = value.path("from").asText() + ".." + value.path("to").asText();
        String differs = value.path("ofRate").asBoolean() ? "--rate" : "--threads";
        options.put(differs, List.of(differs + "=" + range));
        addAll(value);
      }
      case "target" -> options.put("--target", targets(value.asText()));
      case "replicas" -> put("--nodes", IntNode.valueOf(value.asInt() + 1), "");
      case "fault", "topology" ->
          options.put("--" + key, List.of(("--" + key + "=" + value.asText()).split(" ", -1)));
      default -> {
        if (option != null && !value.isNull()) {
          String[] words = option.split(" ", -1);
          put(words[0], value, words.length > 1 ? words[1] : "");
        }
      }
    }
  }

  /**
   * Of the user's own SQL: variables, and files that are executed once. The storage engine is that
   * of the tables, and may be none that the option takes.
   */
  private void parameter(String option, JsonNode value) {
    if (option.equals("--define")) {
      options.put(
          option,
          value.properties().stream()
              .map(one -> option + "=" + one.getKey() + "=" + one.getValue().asText())
              .toList());
    } else if (!option.equals("--" + ParamSpec.STORAGE_ENGINE.name())
        || ParamSpec.STORAGE_ENGINE.choices().contains(value.asText())) {
      put(option, value.has("file") ? value.path("file") : value, "");
    }
  }

  /** What was put first stays: the threads of a sweep are before those of its largest step. */
  private void put(String option, JsonNode value, String unit) {
    List<String> texts =
        value.isArray()
            ? StreamSupport.stream(value.spliterator(), false).map(JsonNode::asText).toList()
            : List.of(text(value) + unit);
    if (!REPEATED.contains(option)) {
      texts = List.of(texts.isEmpty() ? "none" : String.join(",", texts));
    }
    options.putIfAbsent(option, texts.stream().map(text -> option + "=" + text).toList());
  }

  private static String text(JsonNode value) {
    if (value.isBoolean()) {
      return value.asBoolean() ? "on" : "off";
    }
    return value.isNumber()
        ? value.decimalValue().stripTrailingZeros().toPlainString()
        : value.asText();
  }

  private static List<String> targets(String shown) {
    return shown.startsWith("jdbc:")
        ? List.of(("--url=" + shown.replace(" ", " --url=")).split(" ", -1))
        : List.of("--target=" + shown);
  }

  /**
   * The connections are 1, 2, 4 … up to the threads; the concurrent load has options of its own.
   */
  private void addStatements(JsonNode scenario) {
    JsonNode connections = scenario.path("connections");
    put("--threads", connections.path(connections.size() - 1), "");
    if (scenario.path("ladder").isEmpty()) {
      options.remove("--ladder");
    }
    JsonNode load = scenario.path("beside").path("load");
    if (load.isMissingNode()) {
      return;
    }
    ScenarioArguments beside = new ScenarioArguments();
    beside.addAll(load);
    put("--while", load.path("workload"), "");
    put("--while-threads", load.path("threads"), "");
    put("--while-table-size", load.path("parameters").path("table-size"), "");
    put("--baseline", scenario.path("beside").path("aloneSeconds"), "s");
    beside
        .options
        .keySet()
        .retainAll(
            Stream.concat(
                    names(load.path("parameters")).stream(),
                    StatementOptions.OF_A_LOAD_BESIDE.stream())
                .toList());
    beside.options.remove("--table-size");
    beside.options.forEach(options::putIfAbsent);
  }

  private static List<String> names(JsonNode parameters) {
    return parameters.properties().stream().map(one -> "--" + one.getKey()).toList();
  }

  /** The arguments as a shell reads them. */
  public static String shell(List<String> arguments) {
    return arguments.stream()
        .map(
            word -> word.matches("[\\w./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
