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
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The structure of the engine: who may see whom, and where threads, clocks and output live. */
@AnalyzeClasses(packages = "io.github.bmt4j", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final String ROOT = "io.github.bmt4j.";

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching(ROOT + "(**)").should().beFreeOfCycles();

  @ArchTest static final ArchRule FAILURE_SEES_NOBODY = sees("failure");

  @ArchTest static final ArchRule FOLDER_SEES_NOBODY = sees("folder");

  @ArchTest static final ArchRule JDBC_SEES_NOBODY = sees("jdbc");

  @ArchTest static final ArchRule PROCESS_SEES_NOBODY = sees("process");

  @ArchTest static final ArchRule PROGRESS_SEES_NOBODY = sees("progress");

  @ArchTest static final ArchRule SCENARIO_SEES_NOBODY = sees("scenario");

  @ArchTest static final ArchRule WORKLOAD_SEES_FAILURE = sees("workload", "failure", "jdbc");

  @ArchTest
  static final ArchRule WORKLOADS_SEE_THE_SPI =
      sees("workload.*", "workload", "failure", "jdbc", "workload.tpcc");

  @ArchTest
  static final ArchRule TABLES_OF_TPCC_SEE_THE_SPI = sees("workload.tpcc", "workload", "failure");

  @ArchTest
  static final ArchRule WORKLOADS_SHARE_NOTHING_BUT_TABLES_OF_TPCC =
      slices()
          .matching(ROOT + "workload.(*)")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              JavaClass.Predicates.resideInAPackage(ROOT + "workload.*"),
              JavaClass.Predicates.resideInAPackage(ROOT + "workload.tpcc"));

  @ArchTest static final ArchRule ARTIFACT_SEES_PROGRESS = sees("artifact", "failure", "progress");

  @ArchTest
  static final ArchRule TARGET_SEES_WORKLOADS_PHASES =
      sees("target", "failure", "jdbc", "workload");

  @ArchTest
  static final ArchRule LAB_SEES_TARGETS = sees("lab", "failure", "jdbc", "progress", "target");

  @ArchTest
  static final ArchRule PROCESSES_SEE_THE_SPI =
      sees(
          "lab.process",
          "artifact",
          "failure",
          "folder",
          "jdbc",
          "lab",
          "process",
          "progress",
          "target");

  @ArchTest
  static final ArchRule CONTAINERS_SEE_THE_SPI =
      sees("lab.container", "failure", "jdbc", "lab", "progress", "target");

  @ArchTest
  static final ArchRule ENDPOINT_SEES_CLOCKS =
      sees("endpoint", "failure", "folder", "measure", "process");

  @ArchTest
  static final ArchRule PROBES_SEE_WHAT_THEY_RECORD =
      sees("probe", "failure", "folder", "measure", "process", "scenario", "target", "workload");

  @ArchTest
  static final ArchRule FAULTS_SEE_LABS_AND_ENDPOINTS =
      sees("fault", "endpoint", "failure", "lab", "measure", "scenario", "target");

  @ArchTest static final ArchRule MEASURE_SEES_WORKLOAD = sees("measure", "workload");

  @ArchTest static final ArchRule SAMPLER_SEES_CLOCKS = sees("sampler", "jdbc", "measure");

  @ArchTest
  static final ArchRule LOAD_SEES_WHAT_IT_DRIVES =
      sees("load", "measure", "progress", "target", "workload");

  @ArchTest
  static final ArchRule PREPARATION_SEES_TABLES_AND_TARGETS =
      sees("preparation", "failure", "jdbc", "measure", "progress", "target", "workload");

  @ArchTest
  static final ArchRule DOCTOR_SEES_TABLES_AND_TARGETS =
      sees("doctor", "failure", "jdbc", "measure", "preparation", "target", "workload");

  @ArchTest
  static final ArchRule EXPERIMENT_SEES_NO_KIND_OF_EXPERIMENT =
      sees("experiment", "failure", "measure", "progress");

  @ArchTest static final ArchRule RESULT_SEES_SCENARIO = sees("result", "experiment", "scenario");

  @ArchTest
  static final ArchRule FILES_OF_JMH_BECOME_RESULTS =
      sees("jmhfile", "experiment", "failure", "result", "target");

  @ArchTest
  static final ArchRule ANALYSIS_SEES_WHAT_WAS_MEASURED =
      sees("analysis", "experiment", "jdbc", "measure", "result", "sampler", "workload");

  @ArchTest
  static final ArchRule FAILOVER_ANALYSIS_SEES_WHAT_WAS_MEASURED =
      sees("analysis.failover", "analysis", "experiment", "measure", "result", "workload");

  @ArchTest
  static final ArchRule BALANCE_ANALYSIS_SEES_WHAT_WAS_MEASURED =
      sees(
          "analysis.balance",
          "analysis",
          "experiment",
          "analysis.failover",
          "measure",
          "result",
          "workload");

  @ArchTest
  static final ArchRule REPORT_SEES_RESULTS =
      sees("report", "doctor", "experiment", "result", "scenario");

  @ArchTest
  static final ArchRule NOBODY_SEES_THE_ENGINE =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + "engine..", ROOT + "cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + "engine..");

  @ArchTest
  static final ArchRule NOBODY_IMPORTS_A_WORKLOAD =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "workload.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + "workload.*");

  @ArchTest
  static final ArchRule NOBODY_IMPORTS_A_WAY_TO_START_SERVERS =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "lab.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + "lab.*");

  @ArchTest
  static final ArchRule WORKLOADS_ARE_FINAL =
      classes().that().implement(Workload.class).should().haveModifier(JavaModifier.FINAL);

  @ArchTest
  static final ArchRule THREADS_LIVE_IN_FEW_PACKAGES =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              ROOT + "load",
              ROOT + "preparation",
              ROOT + "engine..",
              ROOT + "endpoint",
              ROOT + "probe",
              ROOT + "lab..",
              ROOT + "sampler")
          .should()
          .callConstructorWhere(
              com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                  com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                      JavaClass.Predicates.assignableTo(Thread.class))))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Executors.class);

  @ArchTest
  static final ArchRule CLOCKS_ARE_READ_IN_MEASURE =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "measure")
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

  @ArchTest
  static final ArchRule STORED_FORMS_ARE_RECORDS =
      classes()
          .that()
          .resideInAnyPackage(ROOT + "scenario", ROOT + "result")
          .and()
          .areNotEnums()
          .and()
          .haveSimpleNameNotEndingWith("Json")
          .and()
          .doNotHaveSimpleName("package-info")
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

  /** A package sees itself, the named ones, and what is not ours. */
  private static ArchRule sees(String name, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .dependOnClassesThat(
            new DescribedPredicate<JavaClass>(
                "our classes elsewhere than in " + String.join(", ", others)) {
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
