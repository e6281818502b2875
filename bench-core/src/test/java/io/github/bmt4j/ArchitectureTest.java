package io.github.bmt4j;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.bmt4j.workload.Workload;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The structure of the engine: which package may depend on which, and where threads, clocks and
 * output live. {@code docs/architecture.md} shows it.
 */
@AnalyzeClasses(packages = "io.github.bmt4j", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final String ROOT = "io.github.bmt4j.";

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching(ROOT + "(**)").should().beFreeOfCycles();

  @ArchTest static final ArchRule FAILURE_SEES_NOTHING = sees("failure");

  @ArchTest static final ArchRule PROGRESS_SEES_NOTHING = sees("progress");

  @ArchTest static final ArchRule OS_SEES_NOTHING = sees("os");

  @ArchTest static final ArchRule CLOCK_SEES_FAILURE = sees("clock", "failure");

  @ArchTest static final ArchRule REPORT_SEES_NOTHING = sees("report");

  @ArchTest
  static final ArchRule WORKLOAD_SEES_WHAT_LIES_BELOW =
      sees("workload", "clock", "failure", "jdbc");

  @ArchTest
  static final ArchRule JDBC_SEES_WHAT_LIES_BELOW = sees("jdbc", "clock", "failure", "progress");

  @ArchTest
  static final ArchRule SERVER_SEES_WHAT_LIES_BELOW =
      sees("server", "clock", "failure", "jdbc", "progress");

  @ArchTest
  static final ArchRule SERVER_PROCESS_SEES_WHAT_LIES_BELOW =
      sees("server.process", "failure", "jdbc", "os", "progress", "server", "server.container");

  @ArchTest
  static final ArchRule SERVER_CONTAINER_SEES_WHAT_LIES_BELOW =
      sees("server.container", "failure", "jdbc", "progress", "server");

  @ArchTest
  static final ArchRule SERVER_CONTAINER_ENGINE_SEES_WHAT_LIES_BELOW =
      sees("server.container.engine", "failure", "jdbc", "progress", "server", "server.container");

  @ArchTest
  static final ArchRule REPLICATION_SEES_WHAT_LIES_BELOW = sees("replication", "clock", "jdbc");

  @ArchTest
  static final ArchRule TABLES_SEES_WHAT_LIES_BELOW =
      sees("tables", "clock", "failure", "jdbc", "progress", "report", "workload");

  @ArchTest
  static final ArchRule PREFLIGHT_SEES_WHAT_LIES_BELOW =
      sees("preflight", "clock", "failure", "jdbc", "report", "tables", "workload");

  @ArchTest
  static final ArchRule EXPERIMENT_SEES_WHAT_LIES_BELOW =
      sees(
          "experiment",
          "clock",
          "failure",
          "jdbc",
          "os",
          "preflight",
          "progress",
          "report",
          "server",
          "tables",
          "workload");

  @ArchTest
  static final ArchRule SAMPLING_SEES_WHAT_LIES_BELOW =
      sees("sampling", "clock", "experiment", "failure", "jdbc", "preflight", "progress", "report");

  @ArchTest
  static final ArchRule COMPARE_SEES_WHAT_LIES_BELOW =
      sees("compare", "clock", "experiment", "failure", "report");

  @ArchTest
  static final ArchRule MATRIX_SEES_WHAT_LIES_BELOW =
      sees(
          "matrix",
          "clock",
          "compare",
          "experiment",
          "failover",
          "failover.client",
          "failover.figures",
          "report");

  @ArchTest
  static final ArchRule HTML_SEES_WHAT_LIES_BELOW =
      sees("html", "clock", "compare", "experiment", "load.run", "report");

  @ArchTest
  static final ArchRule LOAD_SEES_WHAT_LIES_BELOW =
      sees("load", "clock", "failure", "jdbc", "progress", "report", "workload");

  @ArchTest
  static final ArchRule LOAD_RUN_SEES_WHAT_LIES_BELOW =
      sees(
          "load.run",
          "clock",
          "experiment",
          "failure",
          "jdbc",
          "load",
          "preflight",
          "progress",
          "replication",
          "report",
          "sampling",
          "server",
          "tables",
          "workload");

  @ArchTest
  static final ArchRule CATCHUP_SEES_WHAT_LIES_BELOW =
      sees(
          "catchup",
          "clock",
          "experiment",
          "failure",
          "jdbc",
          "load",
          "load.run",
          "preflight",
          "progress",
          "replication",
          "report",
          "sampling",
          "server",
          "workload");

  @ArchTest
  static final ArchRule FAILOVER_PROXY_SEES_WHAT_LIES_BELOW =
      sees("failover.proxy", "clock", "failure", "os");

  @ArchTest
  static final ArchRule FAILOVER_FIGURES_SEES_WHAT_LIES_BELOW =
      sees("failover.figures", "clock", "experiment", "report");

  @ArchTest
  static final ArchRule FAILOVER_CLIENT_SEES_WHAT_LIES_BELOW =
      sees("failover.client", "clock", "failover.figures", "failure", "jdbc", "os", "workload");

  @ArchTest
  static final ArchRule FAILOVER_FAULT_SEES_WHAT_LIES_BELOW =
      sees(
          "failover.fault",
          "clock",
          "failover.client",
          "failover.figures",
          "failover.proxy",
          "failure",
          "server");

  @ArchTest
  static final ArchRule JMHFILE_SEES_WHAT_LIES_BELOW =
      sees("jmhfile", "clock", "experiment", "failure", "jdbc", "report");

  @ArchTest
  static final ArchRule WORKLOADS_SEE_THE_SPI =
      sees("workload.*", "clock", "failure", "jdbc", "workload", "workload.tpcc");

  @ArchTest
  static final ArchRule WORKLOADS_SHARE_NOTHING_BUT_TABLES_OF_TPCC =
      slices()
          .matching(ROOT + "workload.(*)")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              JavaClass.Predicates.resideInAPackage(ROOT + "workload.*"),
              JavaClass.Predicates.resideInAPackage(ROOT + "workload.tpcc"));

  /** All but that of the user's own SQL, which is made of parsed files. */
  @ArchTest
  static final ArchRule WORKLOADS_ARE_FOUND_AS_SERVICES =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "workload.*")
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAPackage(ROOT + "workload.*")
                  .and(JavaClass.Predicates.resideOutsideOfPackage(ROOT + "workload.script")));

  @ArchTest
  static final ArchRule WAYS_TO_START_SERVERS_ARE_FOUND_AS_SERVICES =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + "server.*", ROOT + "server.*.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + "server.*");

  /** The features: {@code load}, {@code failover}, {@code heavy}, {@code ddl}, {@code catchup}. */
  @ArchTest
  static final ArchRule NOTHING_BELOW_SEES_A_FEATURE =
      noClasses()
          .that()
          .resideInAnyPackage(below())
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              ROOT + "load..",
              ROOT + "failover..",
              ROOT + "heavy..",
              ROOT + "ddl..",
              ROOT + "catchup..");

  @ArchTest
  static final ArchRule LOAD_SEES_NO_OTHER_FEATURE =
      blind("load", "failover", "heavy", "ddl", "catchup");

  @ArchTest
  static final ArchRule FAILOVER_SEES_NO_OTHER_FEATURE =
      blind("failover", "load", "heavy", "ddl", "catchup");

  @ArchTest
  static final ArchRule HEAVY_SEES_THE_LOAD_BESIDE_IT =
      blind("heavy", "failover", "ddl", "catchup");

  @ArchTest
  static final ArchRule DDL_SEES_THE_LOAD_BESIDE_IT = blind("ddl", "failover", "heavy", "catchup");

  @ArchTest
  static final ArchRule FAILOVERS_DO_NOT_SEE_BALANCE =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "failover..")
          .and()
          .resideOutsideOfPackage(ROOT + "failover.balance")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + "failover.balance");

  @ArchTest
  static final ArchRule WORKLOADS_ARE_FINAL =
      classes()
          .that()
          .implement(Workload.class)
          .and()
          .doNotHaveModifier(JavaModifier.ABSTRACT)
          .should()
          .haveModifier(JavaModifier.FINAL);

  @ArchTest
  static final ArchRule THREADS_LIVE_IN_FEW_PACKAGES =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              ROOT + "clock",
              ROOT + "load..",
              ROOT + "failover",
              ROOT + "failover.client",
              ROOT + "failover.proxy",
              ROOT + "heavy",
              ROOT + "ddl",
              ROOT + "jdbc",
              ROOT + "os",
              ROOT + "server..",
              ROOT + "tables")
          .should()
          .callConstructorWhere(
              com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                  com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                      JavaClass.Predicates.assignableTo(Thread.class))))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Executors.class);

  @ArchTest
  static final ArchRule CLOCKS_ARE_READ_IN_CLOCK =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "clock")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule NOTHING_HERE_PRINTS =
      noClasses()
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  /** What {@code result.json} holds. */
  @ArchTest
  static final ArchRule STORED_FORMS_ARE_RECORDS =
      classes()
          .that()
          .haveNameMatching(".*[a-z](Scenario|Result)(\\$.*)?")
          .and()
          .areNotEnums()
          .and()
          .resideOutsideOfPackage(ROOT + "workload..")
          .should()
          .beRecords();

  @ArchTest
  static final ArchRule NAMES_SAY_SOMETHING =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Utils")
          .orShould()
          .haveSimpleNameEndingWith("Manager")
          .orShould()
          .haveSimpleNameEndingWith("Helper");

  @ArchTest
  static final ArchRule THE_HOT_PATH_HAS_NO_EXECUTOR =
      noClasses()
          .that()
          .haveSimpleName("Worker")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Executor.class);

  /** What every feature stands on. */
  private static String[] below() {
    return new String[] {
      ROOT + "clock",
      ROOT + "experiment",
      ROOT + "failure",
      ROOT + "jdbc",
      ROOT + "os",
      ROOT + "preflight",
      ROOT + "progress",
      ROOT + "report",
      ROOT + "sampling",
      ROOT + "server..",
      ROOT + "tables",
      ROOT + "workload.."
    };
  }

  /** A feature that sees nothing of the others. */
  private static ArchRule blind(String feature, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(ROOT + feature + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Arrays.stream(others).map(other -> ROOT + other + "..").toArray(String[]::new));
  }

  /** A package sees itself, the named ones, and libraries. */
  private static ArchRule sees(String name, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .dependOnClassesThat(
            new DescribedPredicate<JavaClass>(
                "bmt4j classes outside of " + String.join(", ", others)) {
              @Override
              public boolean test(JavaClass target) {
                String packageName = target.getPackageName();
                if (!packageName.startsWith(ROOT)
                    || PackageMatcher.of(ROOT + name).matches(packageName)) {
                  return false;
                }
                for (String other : others) {
                  if (packageName.equals(ROOT + other)) {
                    return false;
                  }
                }
                return true;
              }
            });
  }

  private ArchitectureTest() {}
}
