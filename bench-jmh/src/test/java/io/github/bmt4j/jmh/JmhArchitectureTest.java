package io.github.bmt4j.jmh;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Which package of the JMH benchmarks may depend on which; {@code docs/architecture.md} shows it.
 */
@AnalyzeClasses(
    packages = "io.github.bmt4j.jmh",
    importOptions = ImportOption.DoNotIncludeTests.class)
class JmhArchitectureTest {
  private static final String ROOT = "io.github.bmt4j.jmh";

  /** What JMH's annotation processor makes. */
  private static final String GENERATED = "..jmh_generated..";

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices()
          .matching(ROOT + ".(*)..")
          .should()
          .beFreeOfCycles()
          .because(
              "packages that need each other cannot be read alone: move what both use to"
                  + " fork");

  @ArchTest
  static final ArchRule FORKS_SEE_NO_BENCHMARK =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + ".fork", ROOT + ".twin", ROOT + ".profile")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT, ROOT + ".host")
          .because("benchmarks and their host use them: pass what they need as an argument");

  @ArchTest
  static final ArchRule FORKS_KNOW_NO_TWINS =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".fork")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + ".twin", ROOT + ".profile")
          .because(
              "every fork loads these classes, compared benchmarks or not: put the code"
                  + " into twin");

  @ArchTest
  static final ArchRule NOTHING_SEES_THE_HOST =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + ".host", GENERATED)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + ".host")
          .because(
              "a fork runs in a JVM without it: pass values as system properties or"
                  + " parameters");

  /** Benchmarks measure the engine; the host starts servers for them. */
  @ArchTest
  static final ArchRule BENCHMARKS_SEE_NO_EXPERIMENT_THAT_THEY_DO_NOT_RUN =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.github.bmt4j.ddl..",
              "io.github.bmt4j.heavy..",
              "io.github.bmt4j.failover.balance")
          .because(
              "a benchmark measures the engine: use load, workload, failover and what is"
                  + " below them");

  @ArchTest
  static final ArchRule CLOCKS_ARE_READ_IN_THE_ENGINE =
      noClasses()
          .that()
          .resideOutsideOfPackage(GENERATED)
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because("JMH measures the times, and the engine has one clock: use clock.Clock");

  private JmhArchitectureTest() {}
}
