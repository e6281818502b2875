package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failover.scenario.ChangeScenario.External;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.ServerRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** The words of a command line as they may be printed and stored. */
public final class ShownWords {
  /** The option of every command that no stored command line has. */
  public static final String COLOUR = "--color";

  private static final String EMBEDDED = "--target=embedded";

  private ShownWords() {}

  /** Joined words as they may be printed and stored, without the values of secrets. */
  public static List<String> shown(List<String> words, CommandSpec command) {
    return words.stream()
        .map(
            word -> {
              if (!word.startsWith("-")) {
                return word.startsWith("jdbc:") ? JdbcUrl.redacted(word) : Redacted.text(word);
              }
              String name = OptionNames.of(word);
              boolean secret = Mark.SECRET.isOf(command.findOption(name));
              return name.length() == word.length()
                  ? word
                  : name + "=" + shown(name, word.substring(name.length() + 1), secret);
            })
        .toList();
  }

  private static String shown(String name, String value, boolean secret) {
    if (secret) {
      return value.equals(External.MANUAL) ? value : Secret.NONE.toString();
    }
    return name.endsWith("url") || value.startsWith("jdbc:")
        ? JdbcUrl.redacted(value)
        : Redacted.text(Redaction.arguments(List.of(Redaction.param(name, value))).get(0));
  }

  /**
   * The command line that measures the same again, as it is stored: servers that the environment
   * names included, without passwords and options of the result.
   *
   * @param resolved words that replace those that mean something else at another time
   */
  static List<String> stored(CommandSpec command, List<String> resolved) {
    List<String> words = given(command, resolved);
    instead(words, command)
        .ifPresent(
            target -> {
              words.remove(EMBEDDED);
              words.add("--target=" + target);
            });
    List<String> ofResult = OptionNames.declaredBy(new StoreOptions());
    words.removeIf(
        word ->
            word.startsWith("-")
                && (ofResult.contains(OptionNames.of(word))
                    || OptionNames.of(word).equals(COLOUR)
                    || OptionNames.of(word).endsWith("password")));
    return shown(words, command);
  }

  private static List<String> given(CommandSpec command, List<String> resolved) {
    List<String> given =
        JoinedWords.of(command.root().commandLine().getParseResult().expandedArgs(), command);
    List<String> words = new ArrayList<>(JoinedWords.replaced(given, resolved, command));
    if (!JoinedWords.namesServer(words)) {
      EndpointLogins.urls(System::getenv).forEach(url -> words.add("--url=" + url));
    }
    return words;
  }

  /**
   * The value of {@code --target} that takes the place of the embedded server of a command, where
   * none is published for this platform.
   */
  public static Optional<String> instead(CommandSpec command) {
    return instead(given(command, List.of()), command);
  }

  private static Optional<String> instead(List<String> words, CommandSpec command) {
    return command.findOption("--target") == null
            || (JoinedWords.namesServer(words) && !words.contains(EMBEDDED))
        ? Optional.empty()
        : Optional.of(ServerRegistry.here(new TargetSpec.Embedded()))
            .filter(here -> !(here instanceof TargetSpec.Embedded))
            .map(TargetSpec::word);
  }

  /** Words as a shell reads them. */
  public static String shell(List<String> words) {
    return words.stream()
        .map(
            word -> word.matches("[\\w./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
