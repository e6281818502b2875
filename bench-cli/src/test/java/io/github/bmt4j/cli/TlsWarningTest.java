package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.cli.options.TlsWarnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** A password that would travel to another machine without TLS is announced. */
class TlsWarningTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--mysql-host=db.invalid --mysql-password=S3CRET",
        "--mysql-host=127.0.0.1,db.invalid --mysql-port=1 --mysql-password=S3CRET",
        "--mysql-host=db.invalid --mysql-ssl=PREFERRED --mysql-password=S3CRET",
        "--url=jdbc:mariadb://db.invalid/d?sslMode=disable --user=u --password=S3CRET",
        "--url=jdbc:mariadb://127.0.0.1:1,db.invalid/d?sslMode=DISABLED&password=S3CRET",
      })
  void announced(String options) {
    assertThat(warnings(options))
        .singleElement()
        .asString()
        .contains("db.invalid", "can be read in transit")
        .doesNotContain("S3CRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--mysql-host=127.0.0.1 --mysql-port=1 --mysql-password=S3CRET",
        "--mysql-host=localhost --mysql-port=1 --mysql-password=S3CRET",
        "--mysql-host=db.invalid",
        "--mysql-host=db.invalid --mysql-ssl --mysql-password=S3CRET",
        "--url=jdbc:mariadb://db.invalid/d --user=u --password=S3CRET",
        "--url=jdbc:mariadb://[::1]:1/d?sslMode=disable --user=u --password=S3CRET",
      })
  void notAnnouncedWithTlsOrOnThisMachineOrWithoutAPassword(String options) {
    assertThat(warnings(options)).isEmpty();
  }

  /** Each driver has options of its own. */
  @Test
  void onlyDriversOfTheFamilyAreGivenAnOption() {
    assertThat(
            lines(
                Map.of("BMT_PASSWORD", "S3CRET"),
                words("run --driver=org.example:driver:1"),
                "--url=jdbc:sqlserver://db.invalid;encrypt=true"))
        .containsExactly(
            "TLS to db.invalid may be off or optional: password and data can be read in transit;"
                + " give the driver's option that verifies the server");
    assertThat(
            lines(
                Map.of("BMT_PASSWORD", "S3CRET"),
                words("run --driver=org.example:driver:1 --url=jdbc:sqlite:/tmp/x.db")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run --driver-property=sslMode=disable --url=jdbc:mariadb://db.invalid/d",
        "run --driver-property=useSSL=false --url=jdbc:mariadb://db.invalid/d",
        "run --driver-property=sslMode=verify-full"
            + " --url=jdbc:mariadb://db.invalid/d?sslMode=disable",
        "run --url=jdbc:mariadb://address=(host=db.invalid)(port=1)(sslMode=disable)/d",
        "doctor --driver=mysql:9.7.0 --url=jdbc:mysql://db.invalid/d?useSSL=true",
        "doctor --driver=mysql:9.7.0 --url=jdbc:mysql://db.invalid/d?sslMode=PREFERRED"
            + " --driver-property=sslMode=REQUIRED",
        "doctor --driver=mariadb:3.5.11"
            + " --url=jdbc:mariadb://db.invalid/d?trustServerCertificate=true",
        "doctor --parity=none --driver=mariadb:3.5.11"
            + " --url=jdbc:mariadb://db.invalid/d?requireSSL=true",
        "doctor --parity=none --driver=mariadb:2.7.15 --driver-property=sslMode=verify-full"
            + " --url=jdbc:mariadb://db.invalid/d",
        "doctor --parity=none --driver=aws:3.1.0 --driver-with=mysql:9.7.0"
            + " --url=jdbc:mysql://db.invalid/d",
        "doctor --parity=none --driver=mysql:9.7.0 --url=jdbc:mysql://db.invalid/d?useSSL=true",
        "doctor --parity=none --driver=mariadb:3.5.11 --url=jdbc:mariadb://db.invalid/d",
        "doctor --driver=org.example:driver:1 --url=jdbc:mariadb://db.invalid/d",
      })
  void whatTheDriverIsToldOrDoesOfItsOwnAccordCounts(String options) {
    assertThat(lines(Map.of("BMT_PASSWORD", "S3CRET"), words(options)))
        .singleElement()
        .asString()
        .contains("db.invalid", "off or optional");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "doctor --driver=mysql:9.7.0 --url=jdbc:mysql://db.invalid/d",
        "doctor --driver=mariadb:3.5.11 --url=jdbc:mariadb://db.invalid/d",
        "doctor --parity=none --url=jdbc:mariadb://db.invalid/d",
        "doctor --parity=none --driver=mariadb:3.5.11"
            + " --url=jdbc:mariadb://db.invalid/d?useSsl=true",
        "doctor --parity=none --driver=mysql:9.7.0 --driver-property=sslMode=REQUIRED"
            + " --url=jdbc:mysql://db.invalid/d",
        "doctor --parity=none --driver=mysql:9.7.0 --url=jdbc:mysql://db.invalid/d?requireSSL=true",
        "doctor --driver=mariadb:2.7.15 --url=jdbc:mariadb://db.invalid/d?sslMode=trust",
        "run --driver-property=useSSL=false --url=jdbc:mariadb://db.invalid/d?sslMode=verify-full",
        "prepare --url=jdbc:mysql://db.invalid/d?useSSL=false",
      })
  void noWarningWhereTheDriverInsistsOnTls(String options) {
    assertThat(lines(Map.of("BMT_PASSWORD", "S3CRET"), words(options))).isEmpty();
  }

  @Test
  void aCommandPrintsItBeforeItConnects() {
    InProcess bmt = new InProcess(Map.of("BMT_PASSWORD", "S3CRET"));

    bmt.run("cleanup", "oltp_read_write", "--url=jdbc:mariadb://db.invalid:1/d?sslMode=disable");

    assertThat(bmt.err())
        .startsWith("WARNING  TLS to db.invalid:1 is off or optional: ")
        .doesNotContain("S3CRET");
  }

  @Test
  void everyEndpointReaderAndNodeCounts() {
    String bare = "/d?sslMode=disable";
    assertThat(
            lines(
                Map.of("BMT_PASSWORD_2", "S3CRET"),
                words("run --url=jdbc:mariadb://a.invalid" + bare),
                "--url=jdbc:mariadb://b.invalid" + bare))
        .singleElement()
        .asString()
        .contains("b.invalid");
    assertThat(
            lines(
                Map.of("BMT_PASSWORD", "S3CRET"),
                List.of("failover", "--url=jdbc:mariadb://127.0.0.1:1" + bare),
                "--trigger=manual",
                "--read-url=jdbc:mariadb://reader.invalid" + bare,
                "--node=node.invalid",
                "--node=127.0.0.1"))
        .hasSize(2)
        .anyMatch(line -> line.contains("reader.invalid"))
        .anyMatch(line -> line.contains("node.invalid"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"BMT_PASSWORD", "BMT_PASSWORD_2"})
  void aReplicaOfOnesOwnCounts(String password) {
    assertThat(
            lines(
                Map.of(password, "S3CRET"),
                List.of("catch-up", "--url=jdbc:mariadb://127.0.0.1:1/d"),
                "--replica=jdbc:mariadb://replica.invalid/d?sslMode=disable"))
        .singleElement()
        .asString()
        .contains("replica.invalid", "can be read in transit");
  }

  private static List<String> warnings(String options) {
    return lines(Map.of(), words("cleanup " + options));
  }

  /** A command with a workload behind it. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
    words.add(1, "oltp_read_write");
    return words;
  }

  /** The warnings of a command that is read and not run. */
  private static List<String> lines(
      Map<String, String> environment, List<String> line, String... more) {
    List<String> words = new ArrayList<>(line);
    words.addAll(List.of(more));
    CommandLine bmt = InProcess.commands(words.get(0)::equals);
    ParseResult command = bmt.parseArgs(words.toArray(String[]::new)).subcommand();
    return TlsWarnings.of(command.commandSpec(), environment::get);
  }
}
