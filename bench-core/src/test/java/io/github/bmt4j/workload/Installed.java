package io.github.bmt4j.workload;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The condition that sysbench 1.0.20 and a MariaDB server are installed. A test without them is
 * left out loudly, or fails where the system properties {@code bmt.it.sysbench} and {@code
 * bmt.it.local} are {@code required}.
 */
final class Installed implements ExecutionCondition {
  private static final String SYSBENCH_VERSION = "sysbench 1.0.20";

  static Path sysbench() {
    return find("sysbench").orElseThrow();
  }

  static Path mariadbd() {
    return find("mariadbd").orElseThrow();
  }

  static Path mariadbInstallDb() {
    return find("mariadb-install-db").orElseThrow();
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (context.getTestMethod().isPresent()) {
      return ConditionEvaluationResult.enabled("the class is");
    }
    Optional<String> reason =
        missing("bmt.it.sysbench", "sysbench")
            .or(() -> missing("bmt.it.local", "mariadbd"))
            .or(() -> missing("bmt.it.local", "mariadb-install-db"));
    if (reason.isEmpty()) {
      return ConditionEvaluationResult.enabled("all is installed");
    }
    String message = "LEFT OUT: " + context.getDisplayName() + ", because " + reason.get();
    System.err.println("\n*** " + message + " ***\n");
    return ConditionEvaluationResult.disabled(message);
  }

  /** Why a program cannot be used, where that is no failure. */
  private static Optional<String> missing(String property, String program) {
    String wish = System.getProperty(property, "auto");
    if (wish.equals("off")) {
      return Optional.of(property + "=off");
    }
    Optional<String> reason = find(program).map(Installed::wrongVersion).orElse(absent(program));
    if (reason.isPresent() && wish.equals("required")) {
      throw new IllegalStateException(property + "=required, but " + reason.get());
    }
    return reason;
  }

  private static Optional<String> absent(String program) {
    return Optional.of(program + " is not on the PATH");
  }

  private static Optional<String> wrongVersion(Path program) {
    if (!program.endsWith("sysbench")) {
      return Optional.empty();
    }
    try {
      Path log = Files.createTempFile("sysbench", ".log");
      String version = PrivateMariadb.run(List.of(program.toString(), "--version"), log).strip();
      Files.delete(log);
      return version.startsWith(SYSBENCH_VERSION)
          ? Optional.empty()
          : Optional.of("it compares with " + SYSBENCH_VERSION + ", and here is " + version);
    } catch (Exception e) {
      return Optional.of(program + " does not run: " + e);
    }
  }

  private static Optional<Path> find(String name) {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
