package io.github.bmt4j.workload.script;

import io.github.bmt4j.jdbc.Grammar;
import java.util.List;
import java.util.Set;

/** Scripts as MySQL reads them, or as others do. */
final class Scripts {
  private Scripts() {}

  static Script parse(String file, String text, Set<String> defined) {
    return Script.parse(new Script.Text(file, text, defined, Grammar.MYSQL));
  }

  /** A script for the server behind a URL; its only names are {@code n} and {@code t}. */
  static Script of(String url, String text) {
    Grammar grammar = Grammar.of(List.of(url), List.of());
    return Script.parse(new Script.Text("a.sql", text, Set.of("n", "t"), grammar));
  }
}
