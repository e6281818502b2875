package io.github.bmt4j.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.bmt4j.html.HtmlReport.Part;
import io.github.bmt4j.html.HtmlReport.Study;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in Chromium, served by a server that sees what the page asks for. */
class HtmlReportIT {
  private static final Path SAMPLES = Path.of("src", "test", "resources", "stored-results");
  private static final int PATIENCE_SECONDS = 60;

  /** Looks in the canvas of the heat map for areas in the colours of the fewest and the most. */
  private static final String LOOK =
      """
      <script>
      let looks = 0;
      const looking = setInterval(() => {
        const map = [...document.querySelectorAll('figure')].find(
          one => one.querySelector('h3').textContent.startsWith('Response times over time'));
        const canvas = map.querySelector('canvas');
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        const points = {};
        for (let i = 0; i < data.length; i += 4) {
          const colour = '#' + [...data.slice(i, i + 3)]
            .map(part => part.toString(16).padStart(2, '0')).join('');
          points[colour] = 1 + (points[colour] || 0);
        }
        const style = getComputedStyle(document.documentElement);
        const found = ['h0', 'h2'].filter(
          name => points[style.getPropertyValue('--' + name).trim()] > 500).join('+');
        document.documentElement.dataset.heat = found;
        if (found === 'h0+h2' || ++looks === 10) clearInterval(looking);
      }, 100);
      </script>
      """;

  /** Asks pages in frames as wide as a telephone how far they reach, and what is green. */
  private static final String FRAMES =
      """
      <!doctype html><script>
      const seen = page => {
        const root = page.contentDocument.documentElement;
        const all = what => [...page.contentDocument.querySelectorAll(what)];
        const colour = one => page.contentWindow.getComputedStyle(one).color;
        const probe = page.contentDocument.body.appendChild(
          page.contentDocument.createElement('i'));
        probe.style.color = 'var(--good)';
        return {
          over: root.scrollWidth - root.clientWidth,
          title: page.contentDocument.title,
          answer: all('h1')[0].textContent,
          tone: root.dataset.tone,
          error: root.dataset.error || '',
          green: all('h1, .chip, td').filter(one => colour(one) === colour(probe))
            .map(one => one.textContent),
          second: all('[aria-label*="change of each"] th:nth-child(2)').map(one => one.textContent)
        };
      };
      onload = () => setTimeout(() => {
        document.documentElement.dataset.seen =
          JSON.stringify([...document.querySelectorAll('iframe')].map(seen));
      }, 500);
      </script>
      """;

  @TempDir Path folder;

  private final List<String> asked = new CopyOnWriteArrayList<>();

  @Test
  void chartsAreDrawnAndThePageAsksForNothing() throws Exception {
    Path browser = ItServers.chromium();
    Path[] runs = {
      ResponseTimeChartsTest.twoIntervals(
          HtmlReportTest.hostile(HtmlReportTest.copy("run", folder))),
      SAMPLES.resolve("sweep"),
      SAMPLES.resolve("failover"),
      SAMPLES.resolve("balance"),
      SAMPLES.resolve("alter"),
      SAMPLES.resolve("run-failed"),
      SAMPLES.resolve("statements-ladder")
    };
    List<Part> parts =
        List.of(
            new Part("several sides", HtmlReportTest.sides(runs), null),
            new Part(
                "published curves",
                HtmlReportTest.sides(SAMPLES.resolve("sweep")),
                HtmlPublishedTest.SWEEP),
            new Part(
                "published values",
                HtmlReportTest.sides(SAMPLES.resolve("run-open")),
                HtmlPublishedTest.published("tps", "tps", "1/s")));
    byte[] page =
        HtmlReport.of(new Study(HtmlReportTest.HOSTILE, "", List.of(), parts, null), problem -> {})
            .replace("</body>", LOOK + "</body>")
            .getBytes(UTF_8);
    HttpServer server = serving(List.of(page));
    server.start();
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve("log.txt");
    try {
      open(browser, "http://127.0.0.1:" + server.getAddress().getPort() + "/page", dom, log);
    } finally {
      server.stop(0);
    }
    String shown = Files.readString(dom);
    Matcher root = Pattern.compile("<html[^>]*>").matcher(shown);

    assertThat(root.find()).isTrue();
    assertThat(root.group())
        .contains("data-drawn=\"20\"", "data-heat=\"h0+h2\"")
        .doesNotContain("data-error", "data-owned");
    assertThat(shown.split("<canvas", -1)).hasSize(21);
    assertThat(shown).contains("F (6195ea7f): ");
    assertThat(shown.split("class=\"bar\"", -1)).hasSize(2);
    assertThat(shown.split("class=\"bar own\"", -1)).hasSize(2);
    assertThat(shown).contains("href=\"#part2\"", "id=\"part2\"");
    assertThat(Files.readString(log)).doesNotContain("CONSOLE");
    assertThat(asked).containsExactly("/page");
  }

  /** Nothing is off the screen of a telephone, and what must not be used is nowhere green. */
  @Test
  void aTelephoneShowsTheAnswer() throws Exception {
    List<String> samples =
        List.of(
            "run run",
            "sweep",
            "balance",
            "alter",
            "statements-ladder",
            "run-kinds",
            "failover failover",
            "run-failed",
            "run run-failed");
    List<byte[]> pages = new ArrayList<>();
    StringBuilder frames = new StringBuilder(FRAMES);
    for (String sample : samples) {
      Path[] runs = Stream.of(sample.split(" ")).map(SAMPLES::resolve).toArray(Path[]::new);
      frames.append("<iframe src=\"/%d\" width=390 height=900></iframe>".formatted(pages.size()));
      pages.add(HtmlReport.of(HtmlReportTest.sides(runs), problem -> {}).getBytes(UTF_8));
    }
    pages.add(frames.toString().getBytes(UTF_8));
    HttpServer server = serving(pages);
    server.start();
    Path dom = folder.resolve("dom.html");
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/" + samples.size();
      open(ItServers.chromium(), address, dom, folder.resolve("log.txt"));
    } finally {
      server.stop(0);
    }
    JsonNode seen = seen(Files.readString(dom));

    assertThat(seen).hasSameSizeAs(samples);
    for (int i = 0; i < samples.size(); i++) {
      JsonNode one = seen.get(i);
      assertThat(one.path("over").asInt()).as("%s: %s", samples.get(i), one).isZero();
      assertThat(one.path("error").asText()).isEmpty();
      assertThat(one.path("title").asText())
          .startsWith(one.path("answer").asText())
          .endsWith(" · bmt")
          .hasSizeGreaterThan(20);
      boolean bad = samples.get(i).contains("failed");
      assertThat(one.path("tone").asText().equals("BAD")).isEqualTo(bad);
      if (bad) {
        assertThat(one.path("green"))
            .as(samples.get(i))
            .allMatch(word -> word.asText().equals("VALID"));
      }
    }
    assertThat(seen.at("/0/second/0").asText()).isEqualTo("verdict");
    assertThat(seen.at("/7/green")).isEmpty();
  }

  private static JsonNode seen(String dom) throws IOException {
    Matcher seen = Pattern.compile("data-seen=\"([^\"]*)\"").matcher(dom);
    assertThat(seen.find()).as(dom).isTrue();
    return new ObjectMapper()
        .readTree(
            seen.group(1).replace("&quot;", "\"").replace("&amp;", "&").replace("&nbsp;", " "));
  }

  /** A server that gives the page, and notes what is asked for. */
  private HttpServer serving(List<byte[]> pages) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String what = exchange.getRequestURI().toString();
          asked.add(what);
          byte[] page = pages.get(pages.size() == 1 ? 0 : Integer.parseInt(what.substring(1)));
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    return server;
  }

  /** Writes what the browser shows, once the page's script has run. */
  private void open(Path browser, String address, Path dom, Path log) throws Exception {
    Process chromium =
        new ProcessBuilder(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--user-data-dir=" + folder.resolve("profile"),
                "--enable-logging=stderr",
                "--virtual-time-budget=3000",
                "--dump-dom",
                address)
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    boolean ended = chromium.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    chromium.destroyForcibly();
    assertThat(ended).isTrue();
  }
}
