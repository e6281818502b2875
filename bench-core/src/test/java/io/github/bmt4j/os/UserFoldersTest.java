package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The home of a user whom the system's list of users lacks, as in many containers. */
class UserFoldersTest {
  @Test
  void aUserWithoutANameHasTheHomeOfTheEnvironmentAndOthersKeepTheirs() {
    String home = System.getProperty("user.home");
    try {
      UserFolders.findHome();
      assertThat(System.getProperty("user.home")).isEqualTo(home);

      System.setProperty("user.home", "?");
      UserFolders.findHome();
      assertThat(System.getProperty("user.home")).isEqualTo(System.getenv("HOME"));
    } finally {
      System.setProperty("user.home", home);
    }
  }
}
