package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of the user, as folders, with services of which some cannot be used. */
class ProvidersTest {
  private final List<String> problems = new ArrayList<>();

  @TempDir Path folder;

  @Test
  void oneThatCannotBeUsedIsNamedWithItsJarAndTheOthersWork() throws Exception {
    compile("Newer", "public void run() {}");
    compile("Missing", "Needed field = new Needed(); public void run() {}", "class Needed {}");
    compile("Thrower", "public void run() { throw new AbstractMethodError(\"older\"); }");
    compile("Good", "public void run() {}");
    Files.delete(folder.resolve("Needed.class"));
    byte[] newer = Files.readAllBytes(folder.resolve("Newer.class"));
    newer[7] = 100;
    Files.write(folder.resolve("Newer.class"), newer);
    name("# all\nNewer\nMissing # one\n\nAbsent\nThrower\njava.lang.String\nGood");

    assertThat(load()).extracting(one -> one.getClass().getName()).containsExactly("Good");
    assertThat(problems)
        .containsExactly(
            folder + ": Newer needs Java 56, and this is Java " + Runtime.version().feature(),
            folder + ": Missing cannot be used: java.lang.NoClassDefFoundError: Needed",
            folder + ": Absent cannot be used: java.lang.ClassNotFoundException: Absent",
            folder + ": Thrower cannot be used: java.lang.AbstractMethodError: older",
            folder
                + ": java.lang.String cannot be used: java.lang.ClassCastException: Cannot cast"
                + " java.lang.String to java.lang.Runnable");
  }

  @Test
  void oneOfBmtsOwnThatCannotBeUsedEndsTheCommand() throws Exception {
    name("io.github.bmt4j.Absent");

    assertThatThrownBy(this::load)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(folder + ": io.github.bmt4j.Absent cannot be used: ")
        .hasCauseInstanceOf(ClassNotFoundException.class);
  }

  private void name(String lines) throws IOException {
    Path file = folder.resolve("META-INF/services/java.lang.Runnable");
    Files.createDirectories(file.getParent());
    Files.writeString(file, lines);
  }

  private List<Runnable> load() throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader jars = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      thread.setContextClassLoader(jars);
      return Providers.of(Runnable.class, Runnable::run, problems::add);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private void compile(String name, String members, String... more) throws IOException {
    Path source = folder.resolve(name + ".java");
    Files.writeString(
        source,
        String.format(
            Locale.ROOT,
            "public class %s implements Runnable { %s } %s",
            name,
            members,
            String.join(" ", more)));
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
        .isZero();
  }
}
