package io.github.bmt4j.cli.options;

import com.zaxxer.hikari.HikariConfig;
import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.jdbc.PoolProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Properties of a HikariCP pool, by HikariCP's own names or from the user's own file. */
public final class PoolOptions {
  static final String SIZE = "maximumPoolSize";

  @Marked({Mark.SETTING, Mark.FOR_CONCURRENT_LOAD})
  @Option(
      names = PoolProperties.OPTION,
      paramLabel = "<name>=<value>",
      description =
          "a property of HikariCP by its own name, such as maxLifetime=60000 (ms, or 60s); read"
              + " back from the pool; may be repeated")
  List<String> properties = new ArrayList<>();

  @Option(
      names = SpringFile.OPTION,
      paramLabel = "<file>[#<profile>]",
      preprocessor = SpringFile.Expansion.class,
      description =
          "take url, username and the pool's and driver's properties from application.yml or"
              + " application.properties of Spring Boot, as far as no other option has them; the"
              + " password only from the environment")
  @Nullable String spring;

  /** The file of {@code --spring}, once it has been read. */
  @Nullable SpringFile file;

  /**
   * The properties of a pool, checked: those of the file, and those of the line in their place.
   *
   * @param others what sets a property already, by HikariCP's name; giving both is refused
   * @param stronger what sets a property that only the line may change; the file's is not used
   * @param around the other settings of the pool, which gets these too; absent without a pool
   * @throws io.github.bmt4j.failure.BadInputException when one is wrong or set twice
   */
  PoolProperties properties(
      Map<String, String> others, Map<String, String> stronger, @Nullable HikariConfig around) {
    Map<String, String> line = line(others);
    Checks.check(
        around != null || line.isEmpty(),
        PoolProperties.OPTION,
        ": --pool=none has no pool; leave out one of the two");
    if (file == null) {
      return around == null
          ? PoolProperties.NONE
          : PoolProperties.of(line, null, List.of(), around);
    }
    List<String> left = new ArrayList<>(file.left());
    Map<String, String> all = new LinkedHashMap<>(around == null ? Map.of() : file.pool());
    if (around == null) {
      left.add("hikari.* (--pool=none)");
    }
    Map<String, String> elsewhere = new LinkedHashMap<>(stronger);
    elsewhere.putAll(others);
    line.keySet().forEach(name -> elsewhere.put(name, PoolProperties.OPTION));
    elsewhere.forEach(
        (name, option) -> {
          if (all.remove(name) != null) {
            left.add("hikari." + name + " (" + option + ")");
          }
        });
    all.putAll(line);
    return PoolProperties.of(all, file.name(), left, around == null ? new HikariConfig() : around);
  }

  private Map<String, String> line(Map<String, String> others) {
    Map<String, String> line = new LinkedHashMap<>();
    for (String property : properties) {
      String[] words = property.split("=", 2);
      Checks.check(
          words.length == 2 && !words[0].isEmpty(),
          PoolProperties.OPTION,
          ": write name=value, such as maxLifetime=60000");
      String option = others.get(words[0]);
      Checks.check(
          option == null,
          PoolProperties.OPTION,
          " " + words[0] + ": " + option + " sets it too; leave out one of the two");
      Checks.check(
          line.put(words[0], words[1]) == null,
          PoolProperties.OPTION,
          " " + words[0] + " is given twice");
    }
    return line;
  }
}
