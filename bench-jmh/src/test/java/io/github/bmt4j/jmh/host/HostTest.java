package io.github.bmt4j.jmh.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jmh.fork.TrialServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines that end before anything is started. */
class HostTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... words) throws IOException {
    return new Host(stream(out), stream(err)).run(words);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NoSuchBenchmark | no benchmark matches NoSuchBenchmark: -l lists them all",
        "'' | name the benchmarks, such as WorkloadBenchmark: all of them take hours; -l lists"
            + " them",
        "WorkloadBenchmark -p workload=oltp | unknown workload oltp: choose one of",
        "WorkloadBenchmark -p worklaod=oltp | -p worklaod: none of the chosen benchmarks has this"
            + " parameter; they have driver, options, psMode, url, workload",
        "WorkloadBenchmark -p options=fast | -p options=fast: give name=value",
        "WorkloadBenchmark -p options=fast=1 | --fast is not an option of",
        "WorkloadBenchmark -p workload=none.sql | none.sql: cannot be read",
        "WorkloadBenchmark -p workload=none.sql@x | none.sql@x: give a whole number as the weight",
        "WorkloadBenchmark -p workload=none.sql -p options=1=2 | --define=1=2: give a name and a",
        "WorkloadBenchmark -p workload=none.sql -p options=transaction=on | --transaction=on: give",
        "WorkloadBenchmark -p workload=oltp_insert -p options=table-size=-3 | --table-size=-3",
        "WorkloadBenchmark -p psMode=on | -p psMode=on: choose default, auto, disable",
        "WorkloadBenchmark -p driver=oracle:1 | driver oracle:1: write mariadb:<version>",
        "WorkloadBenchmark -p url=postgres | -p url=postgres: give a JDBC URL",
        "WorkloadBenchmark -p url=jdbc:postgresql://h/d | give a jdbc:mariadb: URL",
        "WorkloadBenchmark -p url=jdbc:mariadb://h/d?password=geheim | password=***: JMH prints and"
            + " stores it",
        "WorkloadBenchmark -p url=jdbc:mariadb://h/d?a=b -p driver=mysql:9.5.0 | has options that"
            + " mysql:9.5.0 may not know",
        "LocalStorageBenchmark -p rows=5 | --table-size=5",
        "FailoverBenchmark -p fault=earthquake | unknown fault earthquake",
        "FailoverBenchmark -p ha=magic | -p ha=magic: choose one of endpoint, dns," + " sequential",
        "FailoverBenchmark -p driver=mysql:9.99.99 -p ha=sequential | -p ha=sequential: choose one"
            + " of endpoint, dns, failover",
        "FailoverBenchmark -p driver=mysql:9.99.99,mariadb:4.0.0 -p ha=failover | the modes with"
            + " MariaDB Connector/J",
        "FailoverBenchmark -p driver=aws:4.3.0 | wraps another driver",
        "FailoverBenchmark -p driver=oracle | -p driver=oracle: write mariadb:<version>",
        "FailoverBenchmark -p driverProperty=fast | -p driverProperty=fast: give name=value",
        "FailoverBenchmark -p driverProperty=serverSslCert=x,password=geheim | -p"
            + " driverProperty=password=***: JMH prints and stores it",
        "FailoverBenchmark -p settings=fast | -p settings=fast: choose as-shipped or tuned",
        "FailoverBenchmark -p fault=blackhole -p promotionDelayMs=1000 | cannot be combined with"
            + " --fault blackhole",
        "FailoverBenchmark -p durationMs=long | --duration: long is not a number of ms",
        "FailoverBenchmark -p url=jdbc:mariadb://h/d | needs -p trigger",
        "FailoverBenchmark -p trigger=true | -p trigger requires -p url=jdbc",
        "FailoverBenchmark -p url=jdbc:mariadb://h/d -p trigger=true -p fault=hang | -p fault is"
            + " for a cluster that bmt starts",
        "FailoverBenchmark -p url=embedded,jdbc:mariadb://h/d -p trigger=true | -p trigger"
            + " requires -p url=jdbc",
        "FetchBenchmark -p rows=20000 | -p rows=20000: give a number from 1 to 10000",
        "FetchBenchmark -p rows=abc | -p rows=abc: give a number from 1 to 10000",
        "ThreadsBenchmark -p threads=0 | -p threads=0: give a number from 1 to 1000",
        "FailoverBenchmark -t 2 | -t 2: FailoverBenchmark takes one thread; leave it out with -e",
        "WorkloadBenchmark -p=url=jdbc:mariadb://h/d?password=geheim | with a space after -p",
        "WorkloadBenchmark -purl=embedded | with a space after -p",
        "FailoverBenchmark -p=trigger=geheim | with a space after -p",
        "FetchBenchmark -rf=json | with a space between",
        "FetchBenchmark -rff=x.json | with a space between",
        "WorkloadBenchmark -p url=jdbc:mariadb://h/d?useSsl=true | say with sslMode",
        "ThreadsBenchmark -t 3 | -t 3: ThreadsBenchmark takes one thread; leave it out with -e",
        "FetchBenchmark -rf xml | -rf xml: choose one of text, csv, scsv, json, latex",
        "FetchBenchmark -rf json -rff /no/such/folder/x.json | this file cannot be written",
        "FetchBenchmark -f many | -h lists JMH's options",
      })
  void badInputIsOneLine(String words, String said) throws IOException {
    assertThat(run(words.isEmpty() ? new String[0] : words.split(" "))).isEqualTo(Host.BAD_INPUT);

    assertThat(said()).startsWith("bmt: ").contains(said).hasLineCount(1);
    assertThat(said()).doesNotContain("geheim");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void aServerThatDoesNotAnswerIsOneLine() throws IOException {
    assertThat(run("WorkloadBenchmark", "-p", "url=jdbc:mariadb://127.0.0.1:1/db"))
        .isEqualTo(Host.NO_TARGET);

    assertThat(said())
        .startsWith("bmt: cannot use jdbc:mariadb://127.0.0.1:1/db: ")
        .hasLineCount(1);
  }

  @Test
  void theSuitesOwnDriverIsTheOneOnTheClassPath() {
    assertThat(DriverJars.bundled().getFileName().toString())
        .isEqualTo("mariadb-java-client-" + TrialServer.BUNDLED.replaceFirst(".*:", "") + ".jar");
  }
}
