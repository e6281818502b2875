package io.github.bmt4j.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** URLs of servers that sysbench's options name. */
class SysbenchServerTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--mysql-host=h, sslMode=verify-ca",
    "--mysql-ssl=VERIFY_IDENTITY, sslMode=verify-full",
    "--mysql-ssl=on, sslMode=verify-ca",
    "--mysql-ssl=REQUIRED, sslMode=trust",
  })
  void authoritiesMeanThatTheyAreCheckedUnlessAModeIsGiven(String word, String mode)
      throws IOException {
    Path authorities = Files.createFile(folder.resolve("ca.pem"));
    SysbenchServer server = Parsed.of(new SysbenchServer(), word, "--mysql-ssl-ca=" + authorities);

    assertThat(server.urls())
        .singleElement()
        .asString()
        .endsWith("/sbtest?" + mode + "&serverSslCert=" + authorities);
  }

  @Test
  void aFileThatAUrlCannotNameIsRefused() {
    SysbenchServer server = Parsed.of(new SysbenchServer(), "--mysql-ssl-ca=a&b.pem");
    assertThatThrownBy(server::urls)
        .isInstanceOf(BadInputException.class)
        .hasMessage("--mysql-ssl-ca=a&b.pem: there is no such file on this machine");
  }
}
