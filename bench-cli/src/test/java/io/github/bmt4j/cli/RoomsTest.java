package io.github.bmt4j.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.function.Consumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;

/** The command line's packages: each sees only those below it. */
@AnalyzeClasses(
    packages = "io.github.bmt4j.cli",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class RoomsTest {
  private static final String CLI = "io.github.bmt4j.cli";

  @ArchTest
  static final ArchRule NO_PACKAGE_SEES_ONE_ABOVE =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("runner")
          .definedBy(CLI)
          .layer("command")
          .definedBy(CLI + ".command")
          .layer("series")
          .definedBy(CLI + ".series")
          .layer("options")
          .definedBy(CLI + ".options")
          .layer("screen")
          .definedBy(CLI + ".screen")
          .whereLayer("runner")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("command")
          .mayOnlyBeAccessedByLayers("runner")
          .whereLayer("series")
          .mayOnlyBeAccessedByLayers("runner", "command")
          .whereLayer("options")
          .mayOnlyBeAccessedByLayers("runner", "command", "series");

  @ArchTest
  static final ArchRule NO_COMMAND_SEES_THE_LIBRARY =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.github.bmt4j.api");

  /** It would open the terminal to ask for its width, and Ctrl-C would run no hook any more. */
  @ArchTest
  static final ArchRule NO_BAR_ASKS_FOR_ITS_WIDTH =
      noClasses().should().callConstructor(DelegatingProgressBarConsumer.class, Consumer.class);
}
