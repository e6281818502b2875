package io.github.bmt4j.failover.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.NodeUrl;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.Configuration;

class ExternalNodesTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h1/db, endpoint",
    "jdbc:mariadb://h1:3307, endpoint",
    "jdbc:mariadb:sequential://h1/db, sequential",
    "jdbc:mariadb:Sequential://h1/db, sequential",
    "jdbc:mariadb:replication://h1/db?a=b, replication",
    "jdbc:mariadb:loadbalance://h1/db, loadbalance",
    "jdbc:mariadb:load-balance://h1/db, loadbalance",
    "jdbc:mariadb:failover://h1/db, loadbalance",
    "jdbc:mariadb:load-balance-read://h1/db, load-balance-read",
    "jdbc:mariadb:sequential://address=(host=h1)(serverSslCert=/a/b.pem)/db, sequential"
  })
  void theModeIsTheUrls(String url, String ha) {
    assertThat(ExternalNodes.ha(url, DriverFamily.MARIADB)).hasToString(ha);
  }

  @ParameterizedTest
  @CsvSource({
    "MYSQL, jdbc:mysql://h1/db, endpoint",
    "MYSQL, 'jdbc:mysql://h1:3306,h2/db', failover",
    "MYSQL, 'jdbc:mysql://address=(host=h1)(type=source),address=(host=h2)/db', failover",
    "MYSQL, 'jdbc:mariadb://h1,h2/db', failover",
    "MYSQL, 'jdbc:mysql:replication://h1,h2/db', replication",
    "MYSQL, 'jdbc:mysql:loadbalance://h1,h2/db', loadbalance",
    "AWS, 'jdbc:aws-wrapper:mysql://h1,h2/db', hosts",
    "AWS, jdbc:mysql://h1/db, endpoint",
    "MARIADB_2, jdbc:mariadb:aurora://h1/db, aurora",
    "MARIADB_2, 'jdbc:mariadb:failover://h1,h2/db', failover",
    "OTHER, 'jdbc:other:cluster://h1,h2/db', endpoint"
  })
  void theModeIsTheDrivers(DriverFamily family, String url, String ha) {
    assertThat(ExternalNodes.ha(url, family)).hasToString(ha);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h1/db?a=b, jdbc:mariadb://n:1/db?a=b",
    "'jdbc:mariadb:loadbalance://h1,h2:3307/db', jdbc:mariadb://n:1/db",
    "'jdbc:mysql:loadbalance://h1,h2?sslMode=REQUIRED', jdbc:mysql://n:1?sslMode=REQUIRED",
    "jdbc:aws-wrapper:mysql://h1/db?wrapperPlugins=x, jdbc:aws-wrapper:mysql://n:1/db?wrapperPlugins=x",
    "'jdbc:mariadb:sequential://address=(host=h1)(serverSslCert=/a/b.pem),h2/db', jdbc:mariadb://n:1/db"
  })
  void aUrlStraightToANodeKeepsTheRest(String url, String straight) {
    assertThat(ExternalNodes.straight(url, "n:1")).isEqualTo(straight);
  }

  @ParameterizedTest
  @CsvSource({
    "MARIADB, jdbc:mariadb:aurora://h1/db, jdbc:mariadb:sequential://",
    "MYSQL, 'jdbc:mysql:sequential://h1,h2/db', jdbc:mysql:replication://",
    "MYSQL, 'jdbc:mariadb:replication://h1,h2/db', jdbc:mysql:replication://",
    "AWS, 'jdbc:aws-wrapper:mysql:replication://h1,h2/db', jdbc:aws-wrapper:"
  })
  void aModeOfAnotherDriverIsRefused(DriverFamily family, String url, String instead) {
    assertThatThrownBy(() -> ExternalNodes.ha(url, family))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(url, family.title() + " has no such mode", instead)
        .message()
        .doesNotContain("\n");
  }

  /** The driver itself says what a URL means. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://h1",
        "jdbc:mariadb://h1?user=a",
        "jdbc:mariadb://h1/?connectTimeout=5",
        "jdbc:mariadb://h1:3307/db?sslMode=disable",
        "jdbc:mariadb://10.0.0.1,10.0.0.2:3308/db",
        "jdbc:mariadb:sequential://h1:3307,h2.example.com:3308,h3/db",
        "jdbc:mariadb:Replication://h1,h2/db?password=a,b://(c=d)",
        "jdbc:mariadb:load-balance-read://h1:3307,address=(host=h2)(port=3308)(type=replica)/db",
        "jdbc:mariadb:replication://address=(type=primary)(host=h1),"
            + "address=(host=h2)(type=replica)(port=3308)/db",
        "jdbc:mariadb:sequential://address=(port=3307)(type=master)(host=h1),h2,"
            + "address=(host=h3)/db",
        "jdbc:mariadb:sequential://address=(Host=h1)(PORT=3307)(Type=primary),h2/db",
        "jdbc:mariadb://address=(host=h1)(port=3307)(sslMode=disable)/db",
        "jdbc:mariadb://address=(host=h1)(port=3307)(serverSslCert=/a/b.pem),h2/db?a=b",
        "jdbc:mariadb:sequential://[::1],[fe80::1]:3308/db",
        "jdbc:mariadb://address=(port=3307)(host=[2001:db8::7]),address=(host=::1)(port=3308)/db"
      })
  void hostsAreThoseThatTheDriverReads(String url) throws Exception {
    List<String> drivers =
        Configuration.parse(url).addresses().stream()
            .map(
                address ->
                    (address.host.contains(":") ? "[" + address.host + "]" : address.host)
                        + ":"
                        + address.port)
            .toList();

    assertThat(NodeUrl.hosts(url)).isEqualTo(drivers);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:mariadb://h1:3307, h2 ,h3/db | h1:3307 h2:3306 h3:3306",
        "jdbc:mariadb://h1,/db | h1:3306",
        "jdbc:mariadb://address=( host = h1 )( port = 3307 ), h2/db | h1:3307 h2:3306",
        "jdbc:mariadb://Address = (port=3307)(host=h1)/db | h1:3307",
        "jdbc:mariadb:replication://h1,h1:3306,address=(host=h1)(type=replica)/db | h1:3306"
      })
  void blanksAndRepetitionsOfAUserDoNotMatter(String url, String hosts) {
    assertThat(NodeUrl.hosts(url)).containsExactly(hosts.split(" "));
  }

  @Test
  void whatIsNoUrlOfTheDriverNamesNoHosts() {
    assertThat(NodeUrl.hosts("jdbc:mysql://h1,h2/db")).isEmpty();
    assertThatThrownBy(() -> NodeUrl.of("jdbc:mysql://h1,h2/db", "h1:3306"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "h1, h1:3306",
    "h1:3307, h1:3307",
    "' h1:3307 ', h1:3307",
    "10.0.0.1, 10.0.0.1:3306",
    "[::1], [::1]:3306",
    "[::1]:3307, [::1]:3307",
    "::1, [::1]:3306",
    "2001:db8::7, [2001:db8::7]:3306"
  })
  void aNodeGetsTheDefaultPortWhenItHasNone(String given, String node) {
    assertThat(NodeUrl.withPort(given)).isEqualTo(node);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:mariadb:sequential://h1,h2/db?user=a&password=b/c?d,e | /db?user=a&password=b/c?d,e",
        "jdbc:mariadb:replication://address=(type=primary)(host=h1),h2/db | /db",
        "jdbc:mariadb://address=(host=h1)(serverSslCert=/a/b.pem),h2/db?sslMode=trust"
            + " | /db?sslMode=trust",
        "jdbc:mariadb://h1?sslMode=disable | ?sslMode=disable"
      })
  void aUrlToOneNodeKeepsDatabaseAndOptions(String url, String rest) {
    assertThat(NodeUrl.of(url, "h2:3308")).isEqualTo("jdbc:mariadb://h2:3308" + rest);
  }

  @Test
  void theDriverFindsTheNodeOfAUrlToOneNode() throws Exception {
    String cluster =
        "jdbc:mariadb:replication://address=(type=primary)(host=h1),"
            + "address=(type=replica)(port=3308)(host=2001:db8::7)/db?sslMode=disable";
    Configuration node = Configuration.parse(NodeUrl.of(cluster, NodeUrl.hosts(cluster).get(1)));

    assertThat(node.addresses()).hasSize(1);
    assertThat(node.addresses().get(0).host).isEqualTo("2001:db8::7");
    assertThat(node.addresses().get(0).port).isEqualTo(3308);
    assertThat(node.addresses().get(0).primary).isTrue();
    assertThat(node.database()).isEqualTo("db");
  }
}
