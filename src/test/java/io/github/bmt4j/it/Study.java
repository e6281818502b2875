package io.github.bmt4j.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.experiment.BusyMachine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** A published study that {@code bmt preset run} has repeated, as tests look at it. */
record Study(Ended ended, String preset) {
  private static final Duration MOST = Duration.ofMinutes(5);

  /** Repeats one, scaled, on as many servers, which are all the same one. */
  static Study run(Database database, String preset, String scale, int servers) {
    List<String> words = new ArrayList<>(List.of("preset", "run", preset, "--scale=" + scale));
    for (int i = 0; i < servers; i++) {
      words.add("--url=" + database.url());
    }
    words.add("--with-published");
    try (Running running = database.process().start(words.toArray(String[]::new))) {
      return new Study(running.await(MOST), preset).counts();
    }
  }

  private Study counts() {
    if (ended.code() == 1) {
      ended
          .stored()
          .forEach(one -> BusyMachine.atMost(one.result().verdict().texts(), "%s", ended.out()));
    } else {
      ended.exits(0);
    }
    return this;
  }

  /** The data of the page that it wrote. */
  JsonNode page() throws IOException {
    String page = Ended.text(ended.folder().resolve("runs").resolve(preset + ".html"));
    String begin = "id=\"data\">";
    int from = page.indexOf(begin) + begin.length();
    return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
  }

  /** The pieces of the page of a type, such as "grid". */
  List<JsonNode> pieces(String type) throws IOException {
    return StreamSupport.stream(page().path("pieces").spliterator(), false)
        .filter(piece -> piece.path("type").asText().equals(type))
        .toList();
  }

  /** The tables of the page with a title. */
  List<JsonNode> tables(String title) throws IOException {
    return pieces("grid").stream()
        .filter(table -> table.path("title").asText().equals(title))
        .toList();
  }
}
