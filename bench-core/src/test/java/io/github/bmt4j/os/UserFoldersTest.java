package io.github.bmt4j.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = "/nowhere")
  void withoutAHomeItIsAFolderThatOnlyThisUserMayEnter(@Nullable String none) throws IOException {
    String home = System.getProperty("user.home");
    try {
      System.setProperty("user.home", "?");
      UserFolders.findHome(none);
      String found = System.getProperty("user.home");
      assertThat(Path.of(found).getParent())
          .isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
      assertThat(Path.of(found)).isDirectory();
      assertThat(Folders.makePrivate(Path.of(found))).isTrue();

      System.setProperty("user.home", "?");
      UserFolders.findHome(none);
      assertThat(System.getProperty("user.home")).as("at the next start").isEqualTo(found);
    } finally {
      System.setProperty("user.home", home);
    }
  }
}
