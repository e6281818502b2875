package io.github.bmt4j.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.html.HtmlReport.Study;
import java.util.List;
import java.util.function.Consumer;

/** The pieces of a page by their type, folded ones included. */
final class Pieces {
  private Pieces() {}

  /**
   * The data of a page of one part, with an array of pieces for each type: charts, grids,
   * timelines, settings, intervals, banner, pre, ….
   */
  static JsonNode of(Part part, Consumer<String> problems) {
    ObjectNode data =
        (ObjectNode)
            ResultJson.tree(
                HtmlReport.data(new Study("", "", List.of(), List.of(part), null), problems));
    collect(data.path("pieces"), data);
    return data;
  }

  private static void collect(JsonNode pieces, ObjectNode to) {
    for (JsonNode piece : pieces) {
      String type = piece.path("type").asText();
      boolean several = List.of("chart", "grid", "timeline").contains(type);
      to.withArray(piece.has("marked") ? "settings" : several ? type + "s" : type).add(piece);
      collect(piece.path("pieces"), to);
    }
  }
}
