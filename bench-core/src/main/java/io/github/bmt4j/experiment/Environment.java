package io.github.bmt4j.experiment;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Environment of a run.
 *
 * @param tls "off", or protocol and cipher
 * @param jvm of the client
 * @param os of the client
 * @param session settings of one session; absent in results of earlier versions
 * @param data deviations of the workload's tables from its parameters, found before the load: by
 *     table and kind, in percent or as a number; empty if there are none, absent if no table was
 *     checked
 */
public record Environment(
    Server server,
    Driver driver,
    String tls,
    String jvm,
    String os,
    Cpu cpu,
    @Nullable Map<String, String> session,
    @Nullable Map<String, Double> data) {
  /** This environment with the jars of its driver. */
  public Environment through(List<String> artifacts) {
    Driver with = new Driver(driver.name, driver.version, driver.url, driver.statements, artifacts);
    return new Environment(server, with, tls, jvm, os, cpu, session, data);
  }

  public Environment with(@Nullable Map<String, Double> deviations) {
    return new Environment(server, driver, tls, jvm, os, cpu, session, deviations);
  }

  /**
   * The server.
   *
   * @param description product, version and origin of the server
   * @param variables the settings that change results
   */
  public record Server(
      String description, String product, String version, Map<String, String> variables) {}

  /**
   * The JDBC driver.
   *
   * @param url with the settings in force, without passwords
   * @param statements mode in which statements with parameters were sent: "server" if prepared on
   *     the server, otherwise "text"; the scenario's psMode is the requested mode
   * @param artifacts coordinates and SHA-256 of its jars; absent for bmt's own driver
   */
  public record Driver(
      String name,
      String version,
      String url,
      String statements,
      @Nullable List<String> artifacts) {
    public Driver {
      artifacts = artifacts == null || artifacts.isEmpty() ? null : List.copyOf(artifacts);
    }
  }

  /**
   * The client's machine.
   *
   * @param cores logical processors that the client may use
   * @param memoryBytes of the machine
   */
  public record Cpu(String name, int cores, long memoryBytes) {}
}
