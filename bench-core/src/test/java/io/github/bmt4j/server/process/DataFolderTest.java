package io.github.bmt4j.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  private static final ServerProduct MARIADB = ServerProduct.mariaDb(11, 4);

  @TempDir Path temp;

  @Test
  void leavesAFolderOfSomebodyElseUntouched() throws Exception {
    Files.writeString(temp.resolve("thesis.tex"), "important");
    assertThatThrownBy(() -> DataFolder.kept(temp, MARIADB, Progress.SILENT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("are not bmt's");
    assertThat(Folders.children(temp)).containsExactly(temp.resolve("thesis.tex"));
  }

  @Test
  void refusesAFileForAFolder() throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "");
    assertThatThrownBy(() -> DataFolder.kept(file, MARIADB, Progress.SILENT))
        .isInstanceOf(BadInputException.class);
  }

  @Test
  void refusesAFolderThatCannotBeRead() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("closed"));
    assertThat(folder.toFile().setReadable(false)).isTrue();
    assumeFalse(Files.isReadable(folder), "this user may read everything");
    assertThatThrownBy(() -> DataFolder.check(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  @SuppressWarnings("NullAway") // The failure is the point.
  void isFreeAgainAfterAFailure() throws Exception {
    assertThatThrownBy(() -> DataFolder.kept(temp, null, Progress.SILENT))
        .isInstanceOf(NullPointerException.class);
    DataFolder.kept(temp, MARIADB, Progress.SILENT).close();
  }

  @Test
  void isForOneCommandAtATime() throws Exception {
    Path folder = temp.resolve("new/data");
    DataFolder first = DataFolder.kept(folder, MARIADB, Progress.SILENT);
    assertThatThrownBy(() -> DataFolder.kept(folder, MARIADB, Progress.SILENT))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("in use");
    first.close();
    DataFolder.kept(
            folder, ServerProduct.ofProgram("mariadbd  Ver 11.4.9-MariaDB"), Progress.SILENT)
        .close();
  }

  @Test
  void refusesDataOfAnotherServer() throws Exception {
    DataFolder.kept(temp, MARIADB, Progress.SILENT).close();
    assertThatThrownBy(
            () -> DataFolder.kept(temp, new ServerProduct(Flavor.MYSQL, 8, 4, 0), Progress.SILENT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("MariaDB 11.4");
  }

  @Test
  void takesDataForMadeOnlyWhenTheyAreComplete() throws Exception {
    try (DataFolder folder = DataFolder.kept(temp, MARIADB, Progress.SILENT)) {
      Files.writeString(Files.createDirectory(folder.partial()).resolve("half"), "");
    }
    try (DataFolder folder = DataFolder.kept(temp, MARIADB, Progress.SILENT)) {
      assertThat(folder.isInitialised()).isFalse();
      Path partial = folder.partial();
      assertThat(partial).doesNotExist();
      Files.createDirectory(partial);
      folder.initialised();
      assertThat(folder.isInitialised()).isTrue();
    }
  }
}
