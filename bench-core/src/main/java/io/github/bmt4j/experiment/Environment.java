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
 */
public record Environment(
    Server server,
    Driver driver,
    String tls,
    String jvm,
    String os,
    Cpu cpu,
    @Nullable Map<String, String> session) {
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
