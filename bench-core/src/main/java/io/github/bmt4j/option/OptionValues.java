package io.github.bmt4j.option;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Values of declared options for one run. An option without a given value has its default.
 *
 * @param given by the user, of the options' types
 */
public record OptionValues(Map<DeclaredOption<?>, Object> given) {
  public static final OptionValues DEFAULT = new OptionValues(Map.of());

  public OptionValues {
    given = Map.copyOf(given);
  }

  public <T> OptionValues with(DeclaredOption<T> option, T value) {
    Map<DeclaredOption<?>, Object> more = new HashMap<>(given);
    more.put(option, value);
    return new OptionValues(more);
  }

  @SuppressWarnings("unchecked")
  public <T> T get(DeclaredOption<T> option) {
    return (T) given.getOrDefault(option, option.usual());
  }

  /** A name with options and their values, as the command line reads them. */
  public String text(String name, Collection<? extends DeclaredOption<?>> options) {
    return Stream.concat(Stream.of(name), options.stream().map(option -> option.text(this)))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" "));
  }
}
