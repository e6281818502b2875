package io.github.bmt4j.workload.script;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.DidYouMean;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names of a script's variables, and the slot of each in a {@link Frame}. */
final class Names {
  private final Map<String, Integer> slots = new LinkedHashMap<>();
  private final List<String> prefixes = new ArrayList<>();

  Names(Collection<String> defined) {
    defined.forEach(this::define);
  }

  int define(String name) {
    return slots.computeIfAbsent(name, unknown -> slots.size());
  }

  /** A slot that no name reaches. */
  int hidden() {
    return define("#" + slots.size());
  }

  /** From here on, names with this prefix may have a value; only the server knows which. */
  void open(String prefix) {
    prefixes.add(prefix);
  }

  /** The slot of a name that is used at a place of the source. */
  int use(String name, Source source, int place) {
    if (!slots.containsKey(name) && prefixes.stream().noneMatch(name::startsWith)) {
      String meant =
          DidYouMean.of(name, slots.keySet())
              .map(near -> ": did you mean :" + near + "?")
              .orElse("");
      throw source.error(
          place,
          words(
              ":%s is not defined here%s",
              name, meant.isEmpty() ? ": \\set it above, or give -D " + name + "=..." : meant));
    }
    return define(name);
  }

  Map<String, Integer> slots() {
    return slots;
  }
}
