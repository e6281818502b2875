package io.github.bmt4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.StopSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabFolderTest {
  @TempDir Path cache;

  @Test
  void aCacheHasOneLabAtATime() throws Exception {
    assertThat(LabFolder.isUp(cache)).isFalse();
    try (LabFolder lab = LabFolder.take(cache)) {
      assertThat(LabFolder.isUp(cache)).as("it starts").isFalse();
      Files.writeString(cache.resolve("lab/control"), "4711");
      assertThat(LabFolder.isUp(cache)).isTrue();
      assertThatThrownBy(() -> LabFolder.take(cache))
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith("a lab is already running (process 4711)");
    }
    assertThat(cache.resolve("lab")).isDirectoryNotContaining("regex:.*(control|logins)");
    Files.writeString(cache.resolve("lab/control"), "4711");
    assertThat(LabFolder.isUp(cache)).as("its process was killed").isFalse();
    LabFolder.take(cache).close();
  }

  @Test
  void answersEachRequestAndTellsBadInputFromWhatCannotBeDone() throws Exception {
    try (LabFolder lab = LabFolder.take(cache)) {
      Files.writeString(cache.resolve("lab/control"), "4711");
      CompletableFuture<List<String>> status = ask(LabRequest.STATUS, "");
      CompletableFuture<List<String>> bad = ask(LabRequest.PROMOTE, "node9");
      CompletableFuture<List<String>> failed = ask(LabRequest.KILL, "");
      while (!(status.isDone() && bad.isDone() && failed.isDone())) {
        lab.answer(LabFolderTest::answer);
      }
      assertThat(status.join()).containsExactly("first line", "zweite Zeile: ü");
      assertThatThrownBy(bad::join).hasCause(new BadInputException("no such node"));
      assertThatThrownBy(failed::join).hasRootCause(new TargetException("node1 is down"));
      assertThat(cache.resolve("lab")).isDirectoryNotContaining("regex:.*(request|answer|part)");
    }
  }

  @Test
  void aRequestToEndIsAnsweredWhenTheLabHasEnded() throws Exception {
    CompletableFuture<List<String>> down;
    try (LabFolder lab = LabFolder.take(cache)) {
      Files.writeString(cache.resolve("lab/control"), "4711");
      down = ask(LabRequest.DOWN, "");
      CompletableFuture<LabRequest> asked = new CompletableFuture<>();
      while (!asked.isDone()) {
        lab.answer(
            (request, node) -> {
              asked.complete(request);
              return List.of();
            });
      }
      assertThat(asked).isCompletedWithValue(LabRequest.DOWN);
      assertThat(down).isNotDone();
    }
    assertThat(down.join()).containsExactly("The lab is down.");
  }

  @Test
  void aLabTakesAFolderWithoutTheRequestsOfAnEarlierOneAndForItsOwnerOnly() throws Exception {
    Path folder = Files.createDirectory(cache.resolve("lab"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String left : List.of("control", "logins", "1.request", "1.answer", "2.request.part")) {
      Files.writeString(folder.resolve(left), "kill node1");
    }
    Files.writeString(folder.resolve("notes.txt"), "of the user");
    try (LabFolder lab = LabFolder.take(cache)) {
      lab.answer(LabFolderTest::unexpected);
      assertThat(folder.toFile().list()).containsExactlyInAnyOrder("lock", "notes.txt");
      assertThat(Files.getPosixFilePermissions(folder))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void aFolderOfAnotherUserIsNotTaken() throws Exception {
    Path folder = Files.createDirectory(cache.resolve("lab"));
    assumeTrue(System.getProperty("user.name").equals("root"), "only root has others");
    Files.setAttribute(folder, "unix:uid", 65534);
    assertThatThrownBy(() -> LabFolder.take(cache))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            folder + " belongs to another user: name another --cache-dir (JMH: -Dbmt.cache)");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aRequestThatIsStoppedIsTakenBack() throws Exception {
    StopSignal stop = new StopSignal();
    stop.give();
    try (LabFolder lab = LabFolder.take(cache)) {
      Files.writeString(cache.resolve("lab/control"), "4711");
      assertThatThrownBy(() -> LabFolder.ask(cache, LabRequest.KILL, "", stop))
          .hasMessage("stopped");
      lab.answer(LabFolderTest::unexpected);
    }
  }

  @Test
  void aRequestThatCannotBeReadOrAnsweredEndsNothing() throws Exception {
    try (LabFolder lab = LabFolder.take(cache)) {
      Path folder = cache.resolve("lab");
      Files.writeString(folder.resolve("1.request"), "status");
      Files.write(folder.resolve("2.request"), new byte[] {(byte) 0xff});
      Files.createDirectories(folder.resolve("3.request/which cannot be deleted"));
      Files.createDirectories(folder.resolve("4.answer.part/which cannot be deleted"));
      Files.writeString(folder.resolve("4.request"), "status node4");
      Files.writeString(folder.resolve("5.request"), "status node5");
      List<String> nodes = new ArrayList<>();
      for (int round = 0; round < 2; round++) {
        lab.answer(
            (request, node) -> {
              nodes.add(node);
              return List.of();
            });
      }
      assertThat(nodes).containsExactly("node4", "node5");
      assertThat(folder.resolve("1.answer")).content().startsWith("failed\n");
      assertThat(folder.resolve("5.answer")).hasContent("ok\n");
      assertThat(folder.resolve("2.request")).doesNotExist();
    }
  }

  private static List<String> unexpected(LabRequest request, String node) {
    throw new AssertionError(request + " " + node);
  }

  private static List<String> answer(LabRequest request, String node) throws TargetException {
    if (node.equals("node9")) {
      throw new BadInputException("no such node");
    }
    if (request == LabRequest.KILL) {
      throw new TargetException("node1 is down");
    }
    return List.of("first line", "zweite Zeile: ü");
  }

  private CompletableFuture<List<String>> ask(LabRequest request, String node) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return LabFolder.ask(cache, request, node, new StopSignal());
          } catch (TargetException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
