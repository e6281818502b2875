package io.github.bmt4j.cli.options;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The properties of a Spring Boot application as its files have them: documents and files of the
 * active profiles come after the others, and placeholders are replaced when a value is asked for.
 */
final class SpringProperties {
  private static final List<String> YAML = List.of("yml", "yaml");
  private static final int DEEPEST = 20;

  private final String given;
  private final UnaryOperator<@Nullable String> environment;

  /** By their names in one form. */
  private final Map<String, Value> values = new LinkedHashMap<>();

  private List<String> profiles = List.of();
  private boolean found;

  /**
   * A value with placeholders.
   *
   * @param key its name as it is written
   */
  record Value(String key, String text) {}

  /**
   * Reads a file, and those of its profiles beside it.
   *
   * @param given the file, and perhaps # and its profiles, separated by commas
   * @throws BadInputException when a file cannot be read, or has none of the profiles
   */
  SpringProperties(String given, UnaryOperator<@Nullable String> environment) {
    this.given = given;
    this.environment = environment;
    String[] words = given.split("#", 2);
    Path file = Path.of(words[0]);
    List<Map<String, Value>> documents = documents(file);
    profiles = words.length == 2 ? list(words[1]) : List.of();
    if (profiles.isEmpty()) {
      documents.stream().filter(one -> conditions(one).isEmpty()).forEach(values::putAll);
      String usual = environment.apply("SPRING_PROFILES_ACTIVE");
      profiles =
          list(usual != null ? usual : String.join(",", all(values, "spring\\.profiles\\.active")));
      values.clear();
    }
    documents.forEach(this::add);
    String name = Objects.toString(file.getFileName(), "");
    int dot = name.lastIndexOf('.');
    for (String profile : profiles) {
      for (String ending : List.of("yml", "yaml", "properties")) {
        Path other = file.resolveSibling(name.substring(0, dot) + "-" + profile + "." + ending);
        if (Files.exists(other)) {
          found = true;
          documents(other).forEach(this::add);
        }
      }
    }
    check(
        words.length < 2 || found,
        "no document or file beside it has profile " + String.join(", ", profiles));
  }

  private static List<String> list(String text) {
    return Stream.of(text.split(",")).map(String::strip).filter(one -> !one.isEmpty()).toList();
  }

  /** The file, with the profiles that are active. */
  String name() {
    String file = given.split("#", 2)[0];
    return profiles.isEmpty() ? file : file + "#" + String.join(",", profiles);
  }

  /** The properties whose name begins so, by the rest of the name in one form. */
  Map<String, Value> below(String prefix) {
    return values.entrySet().stream()
        .filter(one -> one.getKey().startsWith(prefix))
        .collect(
            Collectors.toMap(
                one -> one.getKey().substring(prefix.length()),
                Map.Entry::getValue,
                (a, b) -> b,
                LinkedHashMap::new));
  }

  /**
   * A value whose placeholders are replaced.
   *
   * @throws BadInputException when one has no value
   */
  String resolved(Value value) {
    return resolved(value.text(), value.key(), 0);
  }

  private String resolved(String text, String key, int depth) {
    int start = text.indexOf("${");
    if (start < 0) {
      return text;
    }
    int end = start + 2;
    for (int open = 1; open > 0; end++) {
      check(
          end < text.length() && depth < DEEPEST,
          key + " has a ${placeholder} that does not end, or leads to itself");
      open += text.startsWith("${", end) ? 1 : text.charAt(end) == '}' ? -1 : 0;
    }
    String[] words = text.substring(start + 2, end - 1).split(":", 2);
    String name = words[0].strip();
    String ofEnvironment =
        Stream.of(name, name.replace('.', '_').replace("-", "").toUpperCase(Locale.ROOT))
            .map(environment)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    Value own = values.get(canonical(name));
    String found =
        ofEnvironment != null
            ? ofEnvironment
            : own != null
                ? resolved(own.text(), key, depth + 1)
                : words.length == 2 ? resolved(words[1], key, depth + 1) : null;
    if (found == null) {
      throw refused(key + " needs ${" + name + "}: set it in the environment");
    }
    return text.substring(0, start) + found + resolved(text.substring(end), key, depth);
  }

  /** A name in the one form in which Spring Boot compares names. */
  static String canonical(String name) {
    return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  private void add(Map<String, Value> document) {
    List<String> conditions = conditions(document);
    if (conditions.isEmpty() || conditions.stream().anyMatch(this::matches)) {
      found |= !conditions.isEmpty();
      values.putAll(document);
    }
  }

  private List<String> conditions(Map<String, Value> document) {
    return all(document, "spring\\.(config\\.activate\\.onprofile|profiles)");
  }

  /** The words of a property that is a list, in either form. */
  private List<String> all(Map<String, Value> properties, String name) {
    return properties.entrySet().stream()
        .filter(one -> one.getKey().matches(name + "(\\[\\d+])?"))
        .flatMap(one -> list(resolved(one.getValue())).stream())
        .toList();
  }

  /** Tests an expression of profiles, such as {@code !a & b | c}. */
  private boolean matches(String expression) {
    check(
        !expression.contains("("),
        "parentheses in a condition of profiles are not understood: " + expression);
    List<String> active = profiles.isEmpty() ? List.of("default") : profiles;
    return Stream.of(expression.split("\\|"))
        .anyMatch(
            either ->
                Stream.of(either.split("&"))
                    .map(String::strip)
                    .allMatch(
                        one ->
                            one.startsWith("!")
                                ? !active.contains(one.substring(1).strip())
                                : active.contains(one)));
  }

  private List<Map<String, Value>> documents(Path file) {
    String name = file.toString();
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    check(
        YAML.contains(ending) || ending.equals("properties"),
        "give a file that ends in .yml, .yaml or .properties");
    List<Map<String, Value>> documents = new ArrayList<>();
    try {
      String text = Files.readString(file);
      List<Object> roots = new ArrayList<>();
      if (YAML.contains(ending)) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        new Yaml(new SafeConstructor(options)).loadAll(text).forEach(roots::add);
      } else {
        for (String part : text.split("(?m)^[#!]---\\s*$", -1)) {
          Properties properties = new Properties();
          properties.load(new StringReader(part));
          roots.add(properties);
        }
      }
      for (Object document : roots) {
        Map<String, Value> flat = new LinkedHashMap<>();
        flatten("", document, flat);
        documents.add(flat);
      }
      return documents;
    } catch (MarkedYAMLException e) {
      throw refused(
          words(
              "%s, line %d: %s",
              file.getFileName(), e.getProblemMark().getLine() + 1, e.getProblem()));
    } catch (YAMLException | IllegalArgumentException e) {
      throw refused(file + " is not valid");
    } catch (IOException e) {
      throw refused(Files.exists(file) ? file + " cannot be read" : "there is no file " + file);
    }
  }

  private static void flatten(String key, @Nullable Object node, Map<String, Value> flat) {
    if (node instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> flatten(key.isEmpty() ? "" + name : key + "." + name, value, flat));
    } else if (node instanceof List<?> list) {
      IntStream.range(0, list.size()).forEach(i -> flatten(key + "[" + i + "]", list.get(i), flat));
    } else {
      flat.put(canonical(key), new Value(key, Objects.toString(node, "").strip()));
    }
  }

  void check(boolean holds, String why) {
    if (!holds) {
      throw refused(why);
    }
  }

  BadInputException refused(String why) {
    return new BadInputException(SpringFile.OPTION, "=" + given + ": " + why);
  }
}
