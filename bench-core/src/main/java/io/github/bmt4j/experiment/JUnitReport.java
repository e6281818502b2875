package io.github.bmt4j.experiment;

import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.TextView;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
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
    List<Check> cases = new ArrayList<>();
    cases.add(new Check("verdict", String.join("; ", result.verdict().texts())));
    cases.addAll(result.checks());
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
      for (Check one : cases) {
        testCase(xml, TrackedFigures.name(result, given), one, description.headline());
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

  private static void testCase(XMLStreamWriter xml, String suite, Check check, String headline)
      throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", suite);
    xml.writeAttribute("name", check.name());
    if (failed(check)) {
      xml.writeStartElement("failure");
      xml.writeAttribute("message", String.valueOf(check.failure()));
      xml.writeAttribute("type", check.name().equals("verdict") ? "INVALID" : "FAILED");
      xml.writeCharacters(check.failure() + "\n" + headline);
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }
}
