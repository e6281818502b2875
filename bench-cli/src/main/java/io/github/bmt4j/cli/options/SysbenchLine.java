package io.github.bmt4j.cli.options;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.Catalogue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A command line in sysbench's order: the workload, or the path of its script, before the command,
 * and options anywhere.
 *
 * @param words in bmt's order: command, workload, options
 * @param notes differences from the named script, a line each
 */
public record SysbenchLine(List<String> words, List<String> notes) {
  private static final List<String> COMMANDS =
      List.of("run", "prepare", "cleanup", "check", "doctor", "reset");

  private static final Set<String> NO_DATABASE =
      Set.of("cpu", "memory", "fileio", "threads", "mutex");

  private static final String LUA = ".lua";
  private static final String READ_WRITE = "oltp_read_write";

  /** Workloads of sysbench 0.4 and 0.5 that have another name since 1.0. */
  private static final Map<String, String> RENAMED =
      Map.of("oltp", READ_WRITE, "oltp_simple", "oltp_point_select", "select", "oltp_point_select");

  private static final Set<String> OF_TABLES = Set.of("oltp_common", "parallel_prepare");

  /**
   * Puts the words of a line into bmt's order. A line that names no workload stays as it is.
   *
   * @param words normalised
   * @param isCommand true for the name of a command of bmt
   * @throws BadInputException when the line names a test or script of sysbench that bmt lacks
   */
  public static SysbenchLine of(List<String> words, Predicate<String> isCommand) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      boolean last = i == words.size() - 1 && COMMANDS.contains(words.get(i));
      boolean commandFirst = isCommand.test(words.get(0));
      if (!words.get(i).startsWith("-") && ((last && !commandFirst) || !isValue(words, i))) {
        places.add(i);
      }
    }
    SysbenchLine asGiven = new SysbenchLine(words, List.of());
    if (places.isEmpty() || words.get(0).matches("-[hV]|--help|--version")) {
      return asGiven;
    }
    List<String> named = new ArrayList<>(places.stream().map(words::get).toList());
    if (!isCommand.test(named.get(0))) {
      checkNoOther(named);
      named.subList(Math.min(2, named.size()), named.size()).clear();
      Collections.reverse(named);
      checkDatabase(named);
    }
    String command = named.get(0);
    if (!COMMANDS.contains(command)) {
      return asGiven;
    }
    List<String> rest = new ArrayList<>(words);
    places.stream()
        .limit(2)
        .sorted(Collections.reverseOrder())
        .forEach(place -> rest.remove((int) place));
    if (named.size() == 1) {
      rest.add(0, command);
      return new SysbenchLine(rest, List.of());
    }
    return inOrder(command, named.get(1), rest);
  }

  /**
   * True for a value after an option without an equals sign; on-off options already have theirs.
   */
  private static boolean isValue(List<String> words, int place) {
    return place > 0 && words.get(place - 1).matches("-[A-Za-z]|--[^=]+");
  }

  private static void checkNoOther(List<String> named) {
    if (named.size() > 2 && COMMANDS.contains(named.get(named.size() - 1))) {
      named.stream()
          .limit(named.size() - 1)
          .filter(word -> !ScriptOptions.isFile(word) && !word.endsWith(LUA))
          .filter(word -> !Catalogue.names().contains(word))
          .findFirst()
          .ifPresent(word -> Checks.check(false, "unexpected word " + word));
    }
  }

  private static void checkDatabase(List<String> named) {
    String script = named.get(named.size() - 1);
    BadInputException.check(
        !NO_DATABASE.contains(script),
        script + " is a test of sysbench without a database: bmt measures databases only");
    BadInputException.check(
        !List.of("prewarm", "warmup").contains(named.get(0)),
        "bmt has no "
            + named.get(0)
            + ": "
            + bmt("run")
            + " has a warm-up before the measurement (--warmup)");
  }

  private static SysbenchLine inOrder(String command, String script, List<String> options) {
    String name = name(script);
    boolean lua = script.endsWith(LUA);
    String renamed = renamed(name);
    List<String> notes = new ArrayList<>();
    String workload = script;
    if (Catalogue.names().contains(name)) {
      workload = name;
      if (lua && name.equals("tpcc")) {
        addUnlessGiven(options, "--mode", "sysbench");
        addUnlessGiven(options, "--scale", "100");
        notes.add("tpcc.lua is run as tpcc --mode=sysbench, with its default of --scale=100");
      }
    } else if (OF_TABLES.contains(name)) {
      checkTablesOnly(command, name);
      workload = READ_WRITE;
    } else if (!renamed.isEmpty()) {
      workload = ofMode(renamed, options);
      if (lua && command.equals("run")) {
        addUnlessGiven(options, "--db-ps-mode", "disable");
      }
      notes.add(
          name
              + (lua ? ".lua of sysbench 0.5" : " of sysbench 0.4")
              + " is run as "
              + workload
              + (lua ? ", its statements as text, as the script sends them" : ""));
    } else if (lua) {
      throw new BadInputException(
          script
              + ": bmt runs no Lua; write your own statements as SQL, as in "
              + bmt("run my.sql")
              + ", or choose a workload of "
              + bmt("list"));
    }
    List<String> words = new ArrayList<>(List.of(command, workload));
    words.addAll(options);
    return new SysbenchLine(words, command.equals("run") ? notes : List.of());
  }

  private static void checkTablesOnly(String command, String name) {
    BadInputException.check(
        !command.equals("run"),
        name
            + LUA
            + " creates tables for other scripts: use "
            + bmt("prepare " + READ_WRITE)
            + ", which loads with several threads");
  }

  /** The name of a workload without folders and extension. */
  static String name(String script) {
    return script.replaceFirst("^.*/", "").replaceFirst("\\.lua$", "");
  }

  private static String renamed(String name) {
    String prefixed = "oltp_" + name;
    return RENAMED.getOrDefault(name, Catalogue.names().contains(prefixed) ? prefixed : "");
  }

  /** The workload for {@code oltp} with two options of sysbench 0.5, which are removed. */
  private static String ofMode(String workload, List<String> options) {
    if (!workload.equals(READ_WRITE)) {
      options.removeIf(word -> word.startsWith(SysbenchOptions.TEST_MODE)); // of oltp.lua only
      return workload;
    }
    boolean readOnly = options.contains(SysbenchOptions.READ_ONLY + "=on");
    boolean writeOnly = options.contains(SysbenchOptions.WRITE_ONLY + "=on");
    Checks.check(
        !readOnly || !writeOnly,
        SysbenchOptions.READ_ONLY,
        " and " + SysbenchOptions.WRITE_ONLY + " exclude each other");
    options.removeIf(
        word ->
            word.matches(SysbenchOptions.READ_ONLY + "=.*|" + SysbenchOptions.WRITE_ONLY + "=.*"));
    return readOnly ? "oltp_read_only" : writeOnly ? "oltp_write_only" : workload;
  }

  private static void addUnlessGiven(List<String> options, String name, String value) {
    if (options.stream().noneMatch(word -> OptionNames.of(word).equals(name))) {
      options.add(name + "=" + value);
    }
  }
}
