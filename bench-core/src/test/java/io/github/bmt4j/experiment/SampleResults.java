package io.github.bmt4j.experiment;

import java.nio.file.Path;

/** Results made up by hand, in the form in which bmt stores them. */
public final class SampleResults {
  public static final Path FOLDER = Path.of("src", "test", "resources", "sample-results");

  private SampleResults() {}

  public static <R extends Result> R read(String name, Class<R> type) {
    return type.cast(new RunStore(FOLDER).read(FOLDER.resolve(name).toString()).result());
  }
}
