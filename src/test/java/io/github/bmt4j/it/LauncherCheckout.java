package io.github.bmt4j.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/**
 * The launcher script in a checkout of its own, with stand-ins for Maven and Java that say how they
 * were called.
 */
abstract class LauncherCheckout {
  static final List<String> SOURCES =
      List.of(
          "pom.xml",
          "bench-core/pom.xml",
          "bench-core/src/main/java/A.java",
          "bench-core/src/main/resources/a.sql",
          "bench-cli/pom.xml",
          "bench-cli/src/main/java/B.java");

  Path checkout = Path.of("");
  Path programs = Path.of("");
  StandIns standIns = new StandIns(programs);

  @BeforeEach
  void makeCheckout() throws IOException {
    Path folder = Bmt.newFolder("launcher");
    checkout = Files.createDirectories(folder.resolve("a check out"));
    programs = Files.createDirectories(folder.resolve("the programs"));
    standIns = new StandIns(programs);
    for (String source : SOURCES) {
      Files.createDirectories(checkout.resolve(source).getParent());
      Files.writeString(checkout.resolve(source), "");
    }
    Files.createDirectories(checkout.resolve("bench-cli/src/main/dist/bin"));
    for (String script : List.of("bmt", "bench-cli/src/main/dist/bin/bmt")) {
      Files.copy(Path.of("..", "..", script), checkout.resolve(script));
    }
    StandIns.age(checkout, 100);
    standIns.java("openjdk version \"17.0.15\" 2025-04-15");
    standIns.mvn("mkdir -p bench-cli/target; : > bench-cli/target/bmt.jar");
  }

  Bmt launcher() {
    return launcher(checkout.resolve("bmt"));
  }

  Bmt launcher(Path script) {
    return Bmt.launcher(script)
        .with("JAVA_HOME", programs.toString())
        .with("PATH", programs.resolve("bin") + ":" + System.getenv("PATH"));
  }
}
