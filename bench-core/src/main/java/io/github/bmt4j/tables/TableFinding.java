package io.github.bmt4j.tables;

/**
 * A difference between a table and what a run expects of it.
 *
 * @param refused true if a run is refused for it
 * @param found such as "lacks an index"
 * @param consequence for a run that is not refused; may be empty
 */
public record TableFinding(
    boolean refused, String table, String found, String consequence, String remedy) {
  static TableFinding refused(String table, String found, String remedy) {
    return new TableFinding(true, table, found, "", remedy);
  }

  static TableFinding warning(String table, String found, String consequence, String remedy) {
    return new TableFinding(false, table, found, consequence, remedy);
  }

  String line() {
    String text = table + " " + found + (consequence.isEmpty() ? "" : ": " + consequence);
    return remedy.isEmpty() ? text : text + (consequence.isEmpty() ? ": " : "; ") + remedy;
  }
}
