package io.github.bmt4j.experiment;

import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.TextView;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A result as a test suite in JUnit's XML, as CI servers read it: the verdict and each check are a
 * test case.
 */
final class JUnitReport {
  private static final int COLUMNS = 100;

  private JUnitReport() {}

  static String of(Result result, Given given) {
    Description description = ResultKind.of(result).description(result, null);
    Check verdict = new Check("verdict", String.join("; ", result.verdict().texts()));
    List<Check> cases = Stream.concat(Stream.of(verdict), result.checks().stream()).toList();
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument();
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", description.setup().title());
      xml.writeAttribute("tests", Integer.toString(cases.size()));
      xml.writeAttribute(
          "failures", Long.toString(cases.stream().filter(JUnitReport::failed).count()));
      xml.writeAttribute("errors", "0");
      xml.writeAttribute("skipped", "0");
      testCase(xml, TrackedFigures.name(result, given), verdict, "INVALID", description.headline());
      for (Check one : result.checks()) {
        testCase(xml, TrackedFigures.name(result, given), one, "FAILED", description.headline());
      }
      xml.writeCharacters("\n  ");
      xml.writeStartElement("system-out");
      xml.writeCharacters(TextView.summary(description, COLUMNS));
      xml.writeEndElement();
      xml.writeEndElement();
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return text + "\n";
  }

  private static boolean failed(Check check) {
    return check.failure() != null && !check.failure().isEmpty();
  }

  private static void testCase(
      XMLStreamWriter xml, String suite, Check check, String failure, String headline)
      throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", suite);
    xml.writeAttribute("name", check.name());
    if (failed(check)) {
      xml.writeStartElement("failure");
      xml.writeAttribute("message", String.valueOf(check.failure()));
      xml.writeAttribute("type", failure);
      xml.writeCharacters(check.failure() + "\n" + headline);
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }
}
