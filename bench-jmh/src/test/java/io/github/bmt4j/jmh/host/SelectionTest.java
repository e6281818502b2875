package io.github.bmt4j.jmh.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

class SelectionTest {
  @ParameterizedTest
  @CsvSource({
    "InsertBenchmark, true",
    "FetchBenchmark, true",
    "WorkloadBenchmark -p workload=oltp_point_select, false",
    "WorkloadBenchmark -p workload=oltp_insert, true",
    "WorkloadBenchmark -p workload=all, true",
  })
  void benchmarksThatMakeTablesOrWriteRowsNeedAServerThatTakesThem(String words, boolean writes)
      throws Exception {
    CommandLineOptions options = new CommandLineOptions(words.split(" ", -1));
    Selection selection =
        Selection.of(
            options,
            OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                VerboseMode.SILENT));

    assertThat(selection.need().writes()).isEqualTo(writes);
  }
}
