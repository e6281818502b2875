package io.github.bmt4j.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.SplitMix64;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CSV files as RFC 4180 has them. In the tables, ~ is a line end and $ a double quote. */
class CsvFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "a,b~1,2~3,4 | 1/2 3/4",
        "1,2~3,4~ | 1/2 3/4",
        "B,x,A~1,2,3 | 3/1",
        "1,$x,y$~2,$x$$y$ | 1/x,y 2/x$y",
        "1,$x~y$~~2,z | 1/x~y 2/z",
        "$a$,$b$~,$$ | /",
      })
  void rowsAreRead(String text, String rows) throws Exception {
    for (String lineEnd : List.of("\n", "\r\n")) {
      String given = text.replace("~", lineEnd).replace('$', '"');
      String wanted = rows.replace("~", lineEnd).replace('$', '"');
      assertThat(values("\ufeff" + given)).isEqualTo(List.of(wanted.split(" ", -1)));
    }
  }

  @Test
  void aColumnOfWholeNumbersHoldsLongsAndAnyOtherTexts() throws Exception {
    CsvFile file = read("1,01\n-9223372036854775808,2\n", "a", "b");
    assertThat(type(file, 0)).isEqualTo(ValueType.LONG);
    assertThat(type(file, 1)).isEqualTo(ValueType.TEXT);
    assertThat(type(read("1,1\n9223372036854775808,\n", "a", "b"), 0)).isEqualTo(ValueType.TEXT);
    assertThat(type(read("1,1\n2,\n", "a", "b"), 1)).isEqualTo(ValueType.TEXT);
    assertThat(type(read("1,1.5\n2,2.5\n", "a", "b"), 1)).isEqualTo(ValueType.TEXT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "1,2~3 | line 2 has 1 columns, the first row has 2",
        "1,2~$x~y$,2~1,2,3 | line 4 has 3 columns, the first row has 2",
        "1,$x~2,3 | line 1 has a quote that is not closed",
        "1,x$y~ | line 1 has a quote inside of a value: put the value in quotes, and double it",
        "1,$x$y~ | line 1 has text after a closing quote",
        "a,b~ | has no row below its header",
        "a,c~x,y | x.csv: the header (a, c) lacks b: use its names, or add b to it",
        "id,city~1,x~2,y | x.csv: the header (id, city) lacks a, b: use its names, or add a, b to it",
        "~~ | has no row",
        "1,2,3~ | has 3 columns, but 2 names are given: give 3, or names from its first row",
        "a;b~1;2 | x.csv: its values are separated by semicolons: separate them by commas",
        "1\t2~ | x.csv: its values are separated by tabs: separate them by commas",
        "1~ | has 1 column, but 2 names are given: give 1, or names from its first row",
      })
  void whatIsNoCsvIsRefusedWithThePlaceInTheScriptAndTheLineInTheFile(String text, String message)
      throws IOException {
    Files.writeString(folder.resolve("x.csv"), text.replace('~', '\n').replace('$', '"'));
    assertThatThrownBy(() -> script("\\file a, b = x.csv\nSELECT 1;"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(folder.resolve("a.sql") + ":1:14: " + folder.resolve("x.csv"))
        .hasMessageEndingWith(message);
  }

  @Test
  void aFirstRowOfTextsIsDataAndSaidSoWhereItMightBeAHeader() throws Exception {
    Files.writeString(folder.resolve("x.csv"), "name,city\nx,y\n");
    assertThat(script("SELECT 1;\n\\file a, b = x.csv\n").warnings())
        .containsExactly(
            folder.resolve("a.sql")
                + ":2: the first row of "
                + folder.resolve("x.csv")
                + " is data; if it is a header, use its names");
    assertThat(values("name,city\nx,y\n")).containsExactly("name/city", "x/y");
    for (String clear : List.of("x,y\n", "1,x\ny,z\n", "a,b\nx,y\n")) {
      Files.writeString(folder.resolve("x.csv"), clear);
      assertThat(script("\\file a, b = x.csv\nSELECT 1;").warnings()).as(clear).isEmpty();
    }
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() throws IOException {
    Files.write(folder.resolve("x.csv"), "u,1\nü,1\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> script("\\file a, b = x.csv\nSELECT 1;"))
        .hasMessageEndingWith(
            "x.csv: line 2 is not UTF-8: convert the file, as with iconv -f latin1 -t utf-8");
  }

  private Script script(String text) {
    return Scripts.parse(folder.resolve("a.sql").toString(), text, Set.of());
  }

  private CsvFile read(String text, String... names) throws IOException {
    Path path = Files.writeString(folder.resolve("x.csv"), text);
    return CsvFile.read(path, List.of(names));
  }

  private static ValueType type(CsvFile file, int column) {
    Frame frame = new Frame(1, new SplitMix64(1), 1, line -> {});
    file.load(0, column, frame, 0);
    return frame.type(0);
  }

  private List<String> values(String text) throws IOException {
    CsvFile file = read(text, "a", "b");
    Frame frame = new Frame(2, new SplitMix64(1), 1, line -> {});
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < file.rows(); row++) {
      file.load(row, 0, frame, 0);
      file.load(row, 1, frame, 1);
      rows.add(frame.text(0) + "/" + frame.text(1));
    }
    return rows;
  }
}
