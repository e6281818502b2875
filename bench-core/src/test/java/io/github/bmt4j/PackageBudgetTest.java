package io.github.bmt4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds each package to the lines that docs/architecture.md allows it. */
final class PackageBudgetTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path SOURCES = Path.of("src/main/java/io/github/bmt4j");

  /** A package and its lines, such as {@code load.run 9800}. */
  private static final Pattern BUDGET = Pattern.compile("\\b([a-z.]+) (\\d+)\\b");

  /** Lines above its budget that a package may have. */
  private static final double TOLERANCE = 0.05;

  @Test
  void packagesKeepToTheirBudgets() throws IOException {
    Map<String, Integer> budgets = budgets();
    List<String> over = new ArrayList<>();
    linesOfPackages()
        .forEach(
            (name, lines) -> {
              Integer budget = budgets.remove(name);
              if (budget == null || lines > budget * (1 + TOLERANCE)) {
                over.add("`" + name + "` has " + lines + " lines, its budget is " + budget);
              }
            });
    assertThat(over).isEmpty();
    assertThat(budgets).as("budgets of packages that do not exist").isEmpty();
  }

  private static Map<String, Integer> budgets() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    int begin = page.indexOf("## Budgets");
    assertThat(begin).as("section of budgets").isPositive();
    Map<String, Integer> budgets = new HashMap<>();
    Matcher found = BUDGET.matcher(page.substring(page.indexOf("```", begin)));
    while (found.find()) {
      budgets.put(found.group(1), Integer.parseInt(found.group(2)));
    }
    return budgets;
  }

  /** Lines of main code of all modules by package, below {@code io.github.bmt4j}. */
  private static Map<String, Integer> linesOfPackages() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    for (String module : List.of("bench-core", "bench-cli", "bench-jmh")) {
      Path sources = ROOT.resolve(module).resolve(SOURCES);
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String name = sources.relativize(file.getParent()).toString().replace('/', '.');
          lines.merge(name, Files.readAllLines(file).size(), Integer::sum);
        }
      }
    }
    return lines;
  }
}
