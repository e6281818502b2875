package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A password that would travel to another machine without TLS is announced. */
class TlsWarningTest {
  private static final String WARNING = "WARNING  no TLS to ";

  @TempDir Path folder;

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
    List<String> lines = warnings(options);

    assertThat(lines)
        .singleElement()
        .asString()
        .contains("db.invalid", "can be read on the way")
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

  private List<String> warnings(String options) {
    InProcess bmt = new InProcess();
    List<String> words = new ArrayList<>(List.of("cleanup", "oltp_read_write"));
    words.add("--cache-dir=" + folder);
    words.addAll(List.of(options.split(" ", -1)));
    bmt.run(words.toArray(String[]::new));
    return bmt.err().lines().filter(line -> line.startsWith(WARNING)).toList();
  }
}
