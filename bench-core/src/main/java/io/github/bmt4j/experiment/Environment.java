package io.github.bmt4j.experiment;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Environment of a run.
 *
 * @param tls "off", or protocol and cipher
 * @param jvm of the client
 * @param os of the client
 * @param session settings of the session that was looked at; absent in results of earlier versions
 * @param data deviations of the workload's tables from what its parameters make, as they were found
 *     before the load: by table and kind, in percent or as a number; empty without any, absent
 *     where no tables were looked at
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
   * @param statements mode in which statements with parameters were sent: "server" for prepared
   *     there, "text"; the scenario's psMode is the mode that was asked for
   */
  public record Driver(String name, String version, String url, String statements) {}

  /**
   * The client's machine.
   *
   * @param cores logical processors that the client may use
   * @param memoryBytes of the machine
   */
  public record Cpu(String name, int cores, long memoryBytes) {}
}
