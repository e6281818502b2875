package io.github.bmt4j;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The structure of the engine: which package may depend on which, and where threads, clocks and
 * output live. {@code docs/architecture.md} shows it.
 */
@AnalyzeClasses(packages = "io.github.bmt4j", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final String ROOT = "io.github.bmt4j.";

  /** A package, and those that it sees beside itself. */
  private static final String SEES =
      """
      failure                 | report
      option                  | failure
      progress                |
      os                      | clock, failure, report
      clock                   | report
      outcome                 | clock, failure
      report                  |
      workload                | clock, failure, jdbc, option, os, outcome, report
      jdbc                    | clock, failure, os, outcome, progress, report
      server                  | clock, failure, jdbc, option, os, progress, report
      server.process          | failure, jdbc, option, os, progress, report, server,\
                                server.container
      server.container        | failure, jdbc, progress, server
      server.container.engine | failure, jdbc, os, progress, report, server, server.container
      replication             | clock, jdbc, outcome, report
      tables                  | clock, failure, jdbc, option, os, progress, report, workload
      preflight               | clock, failure, jdbc, outcome, report, tables, workload
      experiment              | clock, failure, jdbc, os, preflight, progress, report, server,\
                                tables, workload
      endpoint                | clock, experiment, failure, jdbc, outcome, preflight, progress,\
                                report, tables, workload
      sampling                | clock, experiment, failure, jdbc, os, preflight, progress, report
      compare                 | clock, experiment, failure, report
      matrix                  | clock, compare, experiment, report
      html                    | clock, compare, experiment, report
      load                    | clock, failure, jdbc, os, outcome, progress, report, workload
      load.agent              | clock, failure, jdbc, load, os, preflight, progress, report,\
                                workload
      load.connections        | clock, jdbc, load, os, outcome, progress, report, workload
      load.nodes              | clock, endpoint, experiment, failure, jdbc, load, preflight,\
                                progress, replication, report, tables, workload
      load.run                | clock, endpoint, experiment, failure, jdbc, load, load.agent,\
                                load.connections, load.nodes, option, os, outcome, preflight,\
                                progress, report, sampling, server, tables, workload,\
                                workload.script
      load.report             | clock, experiment, failure, load, load.nodes, load.run,\
                                progress, report, sampling, workload
      load.sweep              | clock, endpoint, experiment, failure, jdbc, load, load.report,\
                                load.run, outcome, progress, report, sampling, workload
      load.concurrent         | clock, failure, jdbc, load, load.run, progress, report
      load.live               | clock, experiment, failure, jdbc, load, load.run, outcome,\
                                progress, report
      statement               | clock, failure, jdbc, load, outcome, progress, report
      heavy                   | clock, endpoint, experiment, failure, jdbc, load,\
                                load.concurrent, load.run, outcome, preflight, progress, report,\
                                sampling, server, statement, tables, workload
      ddl                     | clock, endpoint, experiment, failure, jdbc, load,\
                                load.concurrent, load.nodes, load.run, os, outcome, preflight,\
                                progress, report, sampling, server, statement, tables, workload
      catchup                 | clock, compare, endpoint, experiment, failure, jdbc, load,\
                                load.concurrent, load.run, outcome, preflight, progress,\
                                replication, report, sampling, server, statement, tables, workload
      failover.proxy          | clock, failure, os
      failover.figures        | clock, experiment, outcome, report
      failover.client         | clock, failover.figures, failure, jdbc, os, outcome, workload
      failover.fault          | clock, failover.client, failover.figures, failover.proxy, failure,\
                                option, server
      failover.scenario       | experiment, failover.client, failover.fault, failover.figures,\
                                jdbc, option, sampling, server
      failover.cluster        | clock, experiment, failover.client, failover.fault,\
                                failover.figures, failover.proxy, failover.scenario, failure,\
                                jdbc, option, outcome, preflight, report, sampling, server
      failover.external       | clock, experiment, failover.client, failover.cluster,\
                                failover.fault, failover.figures, failover.scenario, failure,\
                                jdbc, outcome, preflight, progress, report, sampling
      failover.report         | experiment, failover.client, failover.cluster, failover.figures,\
                                failover.scenario, jdbc, outcome, report, sampling
      failover                | clock, experiment, failover.client, failover.cluster,\
                                failover.external, failover.fault, failover.figures,\
                                failover.proxy, failover.report, failover.scenario, failure,\
                                jdbc, option, os, outcome, progress, report, sampling, server,\
                                tables
      failover.balance        | clock, experiment, failover, failover.client, failover.cluster,\
                                failover.external, failover.fault, failover.figures,\
                                failover.report, failover.scenario, failure, jdbc, option,\
                                outcome, preflight, progress, report, sampling, server
      failover.watch          | clock, experiment, failover, failover.client, failover.cluster,\
                                failover.external, failover.figures, failover.report,\
                                failover.scenario, failure, jdbc, option, progress, report, server
      workload.*              | clock, failure, jdbc, option, os, outcome, report, workload,\
                                workload.tpcc
      """;

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices()
          .matching(ROOT + "(**)")
          .should()
          .beFreeOfCycles()
          .because(
              "packages that need each other cannot be read or tested alone: move what both"
                  + " use to a package below, or pass it as an interface");

  @ArchTest
  static void packagesSeeWhatLiesBelow(JavaClasses classes) {
    SEES.lines().forEach(line -> sees(line.split("[|,\\s]+", 0)).check(classes));
  }

  @ArchTest
  static void everyPackageHasARow(JavaClasses classes) {
    List<PackageMatcher> rows =
        SEES.lines().map(line -> PackageMatcher.of(ROOT + line.split("[| ]", 2)[0])).toList();
    assertThat(classes)
        .extracting(JavaClass::getPackageName)
        .as("packages without a row in SEES, whose dependencies nothing checks")
        .allMatch(name -> rows.stream().anyMatch(row -> row.matches(name)));
  }

  @ArchTest
  static final ArchRule WORKLOADS_SHARE_NOTHING_BUT_TABLES_OF_TPCC =
      slices()
          .matching(ROOT + "workload.(*)")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              JavaClass.Predicates.resideInAPackage(ROOT + "workload.*"),
              JavaClass.Predicates.resideInAPackage(ROOT + "workload.tpcc"))
          .because(
              "a workload can then be changed without changing the figures of another: put"
                  + " what several use into the package workload");

  /** All but that of the user's own SQL, which is made of parsed files. */
  @ArchTest
  static final ArchRule WORKLOADS_ARE_FOUND_AS_SERVICES =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "workload.*")
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAPackage(ROOT + "workload.*")
                  .and(JavaClass.Predicates.resideOutsideOfPackage(ROOT + "workload.script")))
          .because(
              "a workload is added by its class alone: annotate it with"
                  + " @AutoService(Workload.class), and ask Catalogue.byName");

  @ArchTest
  static final ArchRule WAYS_TO_START_SERVERS_ARE_FOUND_AS_SERVICES =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + "server.*", ROOT + "server.*.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + "server.*")
          .because(
              "a server is added by its package alone: use Server, Cluster and"
                  + " ServerRegistry.open, and annotate providers with"
                  + " @AutoService(ServerProvider.class)");

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
              ROOT + "catchup..")
          .because(
              "features stand on what all of them use: give it an interface that the"
                  + " feature implements");

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
  static final ArchRule FAILOVERS_DO_NOT_SEE_BALANCE_OR_WATCH =
      noClasses()
          .that()
          .resideInAPackage(ROOT + "failover..")
          .and()
          .resideOutsideOfPackages(ROOT + "failover.balance", ROOT + "failover.watch")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + "failover.balance", ROOT + "failover.watch")
          .because(
              "balance and watch extend failover: put what both need into failover, where they"
                  + " find it");

  @ArchTest
  static final ArchRule WORKLOADS_ARE_FINAL =
      classes()
          .that()
          .implement(Workload.class)
          .and()
          .doNotHaveModifier(JavaModifier.ABSTRACT)
          .should()
          .haveModifier(JavaModifier.FINAL)
          .because(
              "a subclass could change what is measured under the name of another: share"
                  + " code in an abstract class of the same package");

  @ArchTest
  static final ArchRule THREADS_LIVE_IN_FEW_PACKAGES =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              ROOT + "clock",
              ROOT + "endpoint",
              ROOT + "load..",
              ROOT + "failover",
              ROOT + "failover.client",
              ROOT + "failover.proxy",
              ROOT + "heavy",
              ROOT + "ddl",
              ROOT + "statement",
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
          .belongToAnyOf(Daemon.class, Executors.class)
          .because(
              "a thread needs an owner that ends it and reports its failure: use"
                  + " clock.Rounds for what is done again and again, load.concurrent for a load,"
                  + " statement.WatchedSession for statements; a new owner is a package of this"
                  + " list");

  @ArchTest
  static final ArchRule CLOCKS_ARE_READ_IN_CLOCK =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "clock")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because(
              "all times of a run have one clock, which tests replace: take a Clock, and"
                  + " Clock.SYSTEM where a command begins");

  @ArchTest
  static final ArchRule TEXT_IS_THE_SAME_IN_EVERY_LOCALE =
      noClasses()
          .should()
          .callMethod(String.class, "format", String.class, Object[].class)
          .orShould()
          .callMethod(String.class, "formatted", Object[].class)
          .because("a default locale may write numbers with other digits: use report.Lines.words");

  @ArchTest
  static final ArchRule NOTHING_HERE_PRINTS =
      noClasses()
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .because(
              "the command line owns the terminal: use Progress for what happens, a"
                  + " Description for results");

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
          .beRecords()
          .because(
              "result.json holds them, and is read with their constructors: make it a"
                  + " record, or give it another name");

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
          .haveSimpleNameEndingWith("Helper")
          .because("such a name fits everything: name a class after what it is or does");

  @ArchTest
  static final ArchRule THE_HOT_PATH_HAS_NO_EXECUTOR =
      noClasses()
          .that()
          .haveSimpleName("Worker")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Executor.class)
          .because(
              "a hand-over between threads would be part of every measured time: a worker"
                  + " runs its operations itself");

  /** What every feature stands on. */
  private static String[] below() {
    return new String[] {
      ROOT + "clock",
      ROOT + "compare",
      ROOT + "endpoint",
      ROOT + "experiment",
      ROOT + "failure",
      ROOT + "jdbc",
      ROOT + "option",
      ROOT + "os",
      ROOT + "outcome",
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
            Arrays.stream(others).map(other -> ROOT + other + "..").toArray(String[]::new))
        .because(
            "a feature can then be changed or removed without the others: move what both need below"
                + " them");
  }

  /** The first package sees itself, the others, and libraries. */
  private static ArchRule sees(String... names) {
    String[] packages = Arrays.stream(names).map(ROOT::concat).toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(packages[0])
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage(ROOT + ".")
                .and(JavaClass.Predicates.resideOutsideOfPackages(packages)))
        .because(
            "docs/architecture.md orders the packages in layers: move what both need to a package"
                + " below, or pass it as an interface; a new arrow downwards is a name in SEES");
  }

  private ArchitectureTest() {}
}
