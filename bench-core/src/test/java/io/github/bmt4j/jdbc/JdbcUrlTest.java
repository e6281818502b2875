package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {
  /** Threads would wait 30 s for a connection that never comes. */
  @Test
  void aPoolOfTheDriversOwnThatIsTooSmallIsRefused() {
    String url = "jdbc:mariadb://h/d?user=u&pool=true";
    JdbcUrl.checkDriversPool("jdbc:mariadb://h/d?maxPoolSize=1", 9, false);
    JdbcUrl.checkDriversPool(url, 8, false);
    JdbcUrl.checkDriversPool(url + "&maxPoolSize=9", 9, false);
    assertThatThrownBy(() -> JdbcUrl.checkDriversPool(url, 9, false))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("at most 8 connections")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> JdbcUrl.checkDriversPool(url + "&maxPoolSize=1", 2, false))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("at most 1 connections (maxPoolSize), and the load needs 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:oracle:thin:scott/S3CRET@//db:1521/shop",
        "jdbc:oracle:thin:scott/\"S3CRET@x\"@db:1521:shop",
        "jdbc:oracle:oci:scott/S3CRET@db",
        "jdbc:mariadb://h:3306/db?user=u&password=S3CRET",
        "jdbc:mariadb://h/db?PassWord=S3CRET&x=1",
        "jdbc:mariadb://h/db?password=S3CRET,S3CRET;S3CRET)S3CRET&x=1",
        "jdbc:mysql://h/db?password1=S3CRET&password2=S3CRET",
        "jdbc:mysql://h/db?trustCertificateKeyStorePassword=S3CRET",
        "jdbc:mariadb://h/db?keyPassword=S3CRET&passphrase=S3CRET&pwd=S3CRET",
        "jdbc:mysql://u:S3CRET@h/db",
        "jdbc:mysql://:S3CRET@h:3306/db?x=1",
        "jdbc:mysql://u:S3CRET@S3CRET@h/db",
        "jdbc:mysql://u:S3CRET/S3CRET@h/db",
        "jdbc:mysql://u:S3CRET?S3CRET@h/db",
        "jdbc:mysql://u:S3CRET@h1,u:S3CRET@h2/db",
        "jdbc:mariadb://u:S3CRET/S3CRET?S3CRET@h/db",
        "jdbc:mariadb://u:S3CRET?S3CRET/S3CRET@h/db?x=1",
        "jdbc:mysql:replication://u:S3CRET@h1,u:S3CRET@h2/db?password=S3CRET",
        "jdbc:mysql://address=(host=h)(user=u)(password=S3CRET)/db",
        "jdbc:mysql://(host=h,user=u,password = S3CRET,port=1)/db",
        "jdbc:aws-wrapper:mysql://h/db?iamToken=S3CRET",
        "jdbc:other://h/db;user=u;password=S3CRET;x=1",
        "cannot reach jdbc:oracle:thin:scott/S3CRET@//db:1521/shop at all",
        "url parsing error : '//' is not present in the url"
            + " jdbc:mariadb:h/db?user=u&password=S3CRET",
        "No suitable driver found for jdbc:other:db?password=S3CRET",
        "db: cannot parse the connection string near 'password=S3CRET'",
        "jdbc:mysql://u:S3CRET@h/db?x=1 and jdbc:mysql://u:S3CRET@h/db?x=1",
        "neither jdbc:mysql://u:S3CRET@h/db, jdbc:mysql://h/db?x=1 nor"
            + " jdbc:mysql://u:S3CRET?S3CRET@h/db",
      })
  void printsNoPassword(String url) {
    assertThat(JdbcUrl.redacted(url)).doesNotContain("S3CRET").contains("***").contains("db");
  }

  /** Names under which drivers take secrets, by the products whose drivers do. */
  static Stream<String> namesOfSecrets() {
    return Stream.of(
            "password password1 PASSWORD passwd pwd pass passphrase keyPassword keyStorePassword",
            "trustCertificateKeyStorePassword clientCertificateKeyStorePassword sslpassword",
            "secret secretKey secretAccessKey clientSecret aadSecurePrincipalSecret keySecret",
            "apiKey api_key api-key accessKey accessKeyId privatekey privateKey private_key_pwd",
            "token accessToken iamToken sessionToken credentials SharedAccessSignature accountKey")
        .flatMap(names -> Stream.of(names.split(" ")));
  }

  @ParameterizedTest
  @MethodSource("namesOfSecrets")
  void noSecretIsShownUnderAnyNameInAnyForm(String name) {
    for (String form :
        List.of(
            "jdbc:mariadb://h:3306/db?user=u&%s=S3CRET",
            "jdbc:mysql://h/db?%s=S3CRET&x=1",
            "jdbc:mysql://address=(host=h)(%s=S3CRET)/db",
            "jdbc:mysql://(host=h,%s=S3CRET,port=1)/db",
            "jdbc:sqlserver://h:1433;databaseName=db;%s=S3CRET;encrypt=true",
            "jdbc:sqlserver://h:1433;%s={S3CRET;S3CRET&S3CRET};databaseName=db",
            "jdbc:sqlserver://h:1433;%s={S3CRET}}S3CRET&S3CRET};databaseName=db",
            "jdbc:sqlserver://h:1433;%s={S3CRET&S3CRET",
            "jdbc:db2://h:50000/db:user=u;%s=S3CRET;sslConnection=true;",
            "jdbc:db2://h:50000/db:%s=S3CRET;",
            "jdbc:postgresql://h/db?%s=S3CRET",
            "jdbc:snowflake://h/?user=u&%s=S3CRET",
            "the driver refuses jdbc:mariadb://h/db?%s=S3CRET",
            "cannot parse '%s=S3CRET'")) {
      assertThat(JdbcUrl.redacted(form.formatted(name))).as(form).doesNotContain("S3CRET");
    }
    assertThat(Redacted.isNamedBy(name)).isTrue();
  }

  /** A mistake in a URL makes a password of any word behind its scheme. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "jdbc:mariadb:bench:S3CRET@h jdbc:mariadb:***",
        "jdbc:mariadb:bench:S3?CRET@h/db jdbc:mariadb:***",
        "jdbc:mariadb:bench:S3/CRET@h/db?x=S3CRET jdbc:mariadb:***",
        "jdbc:mariadb:/bench:S3CRET@h/db jdbc:mariadb:***",
        "jdbc:mysql:bench:S3CRET@h//db jdbc:mysql:***",
        "jdbc:mysql:S3CRET jdbc:mysql:***",
        "JDBC:MySQL:bench/S3CRET@h JDBC:MySQL:***",
        "jdbc:aws-wrapper:mysql:bench:S3CRET@h jdbc:aws-wrapper:mysql:***",
        "jdbc:postgresql:bench:S3CRET@h/db jdbc:postgresql:***",
        "jdbc:oracle:thin:scott/S3CRET jdbc:oracle:thin:scott/***",
        "jdbc:oracle:thin:scott/\"S3CRET@S3CRET/x\"@h:1521 jdbc:oracle:thin:scott/***@h:1521",
        "jdbc:oracle:thin:\"sc/ott\"/\"S3CRET\"@h jdbc:oracle:thin:\"sc/ott\"/***@h",
        "bench:S3CRET@h/db ***",
        "mysql://bench:S3CRET@h/db ***",
      })
  void ofAUrlThatCannotBeReadOnlyTheSchemeIsShown(String url, String shown) {
    assertThat(JdbcUrl.shown(url)).isEqualTo(shown);
    if (url.toLowerCase(Locale.ROOT).startsWith("jdbc:")) {
      assertThat(JdbcUrl.redacted("No driver takes " + url)).isEqualTo("No driver takes " + shown);
      assertThat(Redacted.text("No driver takes " + url)).doesNotContain("S3");
    }
  }

  @Test
  void aQuotedPasswordOfOracleMayHaveBlanks() {
    assertThat(JdbcUrl.redacted("jdbc:oracle:thin:scott/\"S3 CRET@ x\"@db:1521:shop"))
        .isEqualTo("jdbc:oracle:thin:scott/***@db:1521:shop");
    assertThat(JdbcUrl.redacted("jdbc:mariadb:bench:S3 CRET@h/db x"))
        .isEqualTo("jdbc:mariadb:*** x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://h:3306/db?user=u&sslMode=disable",
        "jdbc:mariadb://[::1]:3306/db?user=me@server",
        "jdbc:mariadb:load-balance://h1:1,h2:2/db",
        "jdbc:mysql+srv://h/db",
        "jdbc:aws-wrapper:mysql:loadbalance://h/db",
        "jdbc:sqlserver://h:1433;databaseName={a;b&c}",
        "jdbc:postgresql:shop?user=u",
        "jdbc:oracle:thin:@h:1521:shop",
        "jdbc:h2:mem:shop",
        "jdbc:mysql://h:3306/db?user=me@server",
        "jdbc:mysql://(host=h,port=3306)/db",
        "jdbc:oracle:thin:@//h:1521/db",
        "jdbc:sqlite:/var/lib/db@home.sqlite",
        "jdbc:mariadb:sequential://h1:1,h2:2/db?pool=false",
        "Access denied for user 'u'@'h' (using password: YES)",
      })
  void leavesTheRestAsItIs(String url) {
    assertThat(JdbcUrl.redacted(url)).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h/db,jdbc:mariadb://h/db?sslMode=trust",
    "jdbc:mariadb://h/db?,jdbc:mariadb://h/db?sslMode=trust",
    "jdbc:mariadb://h/db?a=1,jdbc:mariadb://h/db?a=1&sslMode=trust",
    "jdbc:mariadb://h/db?sslmode=disable,jdbc:mariadb://h/db?sslmode=disable",
  })
  void addsAnOptionThatIsNotSet(String url, String expected) {
    assertThat(JdbcUrl.with(url, "sslMode", "trust")).isEqualTo(expected);
  }

  @Test
  void takesNoOptionForAnotherThatEndsAlike() {
    assertThat(JdbcUrl.sets("jdbc:mariadb://h/db?nossl=1", "ssl")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://localhost/db",
        "jdbc:mariadb://127.0.0.1:3306/db?a=b",
        "jdbc:mariadb:sequential://127.0.0.2:3306,other/db",
        "jdbc:mariadb://user:secret@localhost:3306/db",
        "jdbc:mariadb://[::1]:3306/db",
        "jdbc:mariadb://address=(host=localhost)(port=3306)/db"
      })
  void knowsTheNamesOfThisMachine(String url) {
    assertThat(JdbcUrl.namesThisMachine(url)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://localhost.example.org/db",
        "jdbc:mariadb://db1/localhost",
        "jdbc:mariadb://10.127.0.1/db"
      })
  void takesNoOtherMachineForThisOne(String url) {
    assertThat(JdbcUrl.namesThisMachine(url)).isFalse();
  }

  @Test
  void twoSlashesGoBeforeTheHost() {
    assertThat(JdbcUrl.hasSlashesBeforeHosts("jdbc:mariadb://h/db")).isTrue();
    assertThat(JdbcUrl.hasSlashesBeforeHosts("jdbc:aws-wrapper:mysql:loadbalance://h/db")).isTrue();
    assertThat(JdbcUrl.hasSlashesBeforeHosts("jdbc:mariadb:///db")).isTrue();
    assertThat(JdbcUrl.hasSlashesBeforeHosts("jdbc:mariadb:h/db?x=//y")).isFalse();
    assertThat(JdbcUrl.hasSlashesBeforeHosts("jdbc:mariadb:h//db")).isTrue();
    assertThat(JdbcUrl.hasSlashesBeforeHosts("jdbc:mariadb:h/a//db")).isFalse();
    assertThat(JdbcUrl.hasSlashesBeforeHosts("jdbc:mariadb:db?password=a//b")).isFalse();
  }

  @Test
  void theDatabaseIsThePath() {
    assertThat(JdbcUrl.database("jdbc:mariadb://h/db?a=b/c")).contains("db");
    assertThat(JdbcUrl.database("jdbc:mysql:///db")).contains("db");
    assertThat(JdbcUrl.database("jdbc:mariadb://address=(host=h)(key=/a/b),address=(host=i)/db"))
        .contains("db");
    assertThat(JdbcUrl.database("jdbc:postgresql://u@h:5432/db")).contains("db");
    assertThat(JdbcUrl.database("jdbc:mariadb://h/?a=b")).isEmpty();
    assertThat(JdbcUrl.database("jdbc:mariadb://h?a=/b")).isEmpty();
    assertThat(JdbcUrl.database("jdbc:sqlserver://h:1433;databaseName=db")).isEmpty();
  }

  @Test
  void portsAreReadOffEveryAddress() {
    assertThat(JdbcUrl.ports("jdbc:mariadb://h/db?port=5")).isEmpty();
    assertThat(JdbcUrl.ports("jdbc:mariadb://h:99999/db?a=b:7")).containsExactly("99999");
    assertThat(JdbcUrl.ports("jdbc:mariadb:sequential://a:1,b,[::1]:7,[::2]/db"))
        .containsExactly("1", "7");
    assertThat(JdbcUrl.ports("jdbc:mariadb://address=(host=h)(port=8),address=( port = 0 )/db"))
        .containsExactly("8", "0");
    assertThat(JdbcUrl.ports("jdbc:mariadb:h:9")).isEmpty();
  }

  @Test
  void seesALoginBeforeTheHost() {
    assertThat(JdbcUrl.hasUserInfo("jdbc:mariadb://u:p@host:3306/db")).isTrue();
    assertThat(JdbcUrl.hasUserInfo("jdbc:mariadb://u:p/w@host/db")).isTrue();
    assertThat(JdbcUrl.hasUserInfo("jdbc:mariadb://u@host/db")).isTrue();
    assertThat(JdbcUrl.hasUserInfo("jdbc:mariadb://host:3306/db?user=a@b&password=c@d")).isFalse();
    assertThat(JdbcUrl.hasUserInfo("jdbc:mariadb://[::1]:3306/db")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "jdbc:mariadb://localhost:3306/db localhost:3306 true",
        "jdbc:mariadb://127.0.0.1:1,[::1]:2/db 127.0.0.1:1,[::1]:2 true",
        "jdbc:mariadb:sequential://127.0.0.1,db/d 127.0.0.1,db false",
        "jdbc:mariadb://address=(host=localhost)(port=1),address=(host=a,port=2)/d"
            + " address=(host=localhost)(port=1),address=(host=a,port=2) false",
        "jdbc:mysql://u:p@db:3306/d db:3306 false",
      })
  void namesItsHosts(String url, String hosts, boolean thisMachine) {
    assertThat(JdbcUrl.hosts(url)).isEqualTo(hosts);
    assertThat(JdbcUrl.namesOnlyThisMachine(url)).isEqualTo(thisMachine);
  }

  @ParameterizedTest
  @CsvSource({
    "sslMode=disable, true",
    "sslMode=DISABLED&x=1, true",
    "x=1&useSSL=false, true",
    "useSSL=false&sslMode=trust, false",
    "sslMode=PREFERRED, true",
    "sslMode=trust, false",
    "sslMode=verify-full, false",
    "x=sslMode, false",
  })
  void saysWhetherTlsIsOff(String options, boolean off) {
    assertThat(JdbcUrl.turnsTlsOff("jdbc:mariadb://h/db?" + options)).isEqualTo(off);
    assertThat(JdbcUrl.turnsTlsOff("jdbc:mariadb://h/db")).isFalse();
    assertThat(JdbcUrl.turnsTlsOff("jdbc:mariadb://address=(host=h)( sslMode = DISABLE )/db"))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:mariadb://u:p@h/d | h:3306",
        "jdbc:mariadb:replication://a:1,[fe80::1]:2,b/d?x=c:3 | a:1 fe80::1:2 b:3306",
        "jdbc:mysql://address=(host=a)(port=4)(type=primary),address=(port=5)(host=b)/d | a:4 b:5",
        "jdbc:mysql://(host=a,port=3307),b/d | a:3307 b:3306",
        "jdbc:mariadb://a:99999,b:0,c:65535,(host=a,port=99999999),address=(host=h)(port=x)/d"
            + " | c:65535",
        "jdbc:mysql:///d | localhost:3306",
        "jdbc:other | ''",
      })
  void namesAllItsAddresses(String url, String addresses) {
    assertThat(
            JdbcUrl.addresses(url).stream()
                .map(address -> address.getHostString() + ":" + address.getPort())
                .collect(Collectors.joining(" ")))
        .isEqualTo(addresses);
  }

  @Test
  void anyAddressOfThisMachineIsThisMachine() throws Exception {
    for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(one.getInetAddresses())) {
        if (address instanceof Inet4Address) {
          assertThat(
                  JdbcUrl.isOnThisMachine("jdbc:mariadb://" + address.getHostAddress() + ":3307/d"))
              .isTrue();
        }
      }
    }
    assertThat(JdbcUrl.isOnThisMachine("jdbc:mariadb://203.0.113.1,127.0.0.1:3307/d")).isTrue();
    assertThat(JdbcUrl.isOnThisMachine("jdbc:mariadb://203.0.113.1,203.0.113.2:3307/d")).isFalse();
  }
}
