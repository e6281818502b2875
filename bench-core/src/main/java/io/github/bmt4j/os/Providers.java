package io.github.bmt4j.os;

import static io.github.bmt4j.report.Lines.words;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Implementations of services on the class path, including the user's jars. An unusable one is left
 * out, and named with its jar, which {@link java.util.ServiceLoader} does not do. An unusable one
 * of bmt's own is a defect of bmt or of its installation, and ends the command: otherwise bmt would
 * report its own workload as unknown.
 */
public final class Providers {
  private static final String FILES = "META-INF/services/";

  private static final String OWN = "io.github.bmt4j.";

  /** A class file of Java n has the version 44 + n. */
  private static final int VERSION = 44;

  private static final int VERSION_AT = 7;

  private Providers() {}

  /** All implementations that can be used. */
  public static <S> Stream<S> of(Class<S> service) {
    return of(service, one -> {}, problem -> {}).stream();
  }

  /**
   * All implementations that can be used.
   *
   * @param trial uses an implementation; if it throws, the implementation is left out
   * @param problems receives a line for each that is left out
   * @throws IllegalStateException if an implementation of bmt's own cannot be used
   */
  public static <S> List<S> of(Class<S> service, Consumer<S> trial, Consumer<String> problems) {
    List<S> all = new ArrayList<>();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    names(service, loader)
        .forEach(
            (name, file) -> {
              try {
                Class<?> found = Class.forName(name, true, loader);
                S made = service.cast(found.getConstructor().newInstance());
                trial.accept(made);
                all.add(made);
              } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
                String jar = file.getPath().replaceAll("^file:|!?/" + FILES + ".*", "");
                String problem = jar + ": " + name + " " + reason(loader, name, cause);
                if (name.startsWith(OWN)) {
                  throw new IllegalStateException(problem, cause);
                }
                problems.accept(problem);
              }
            });
    return all;
  }

  private static Map<String, URL> names(Class<?> service, ClassLoader loader) {
    Map<String, URL> names = new LinkedHashMap<>();
    try {
      for (URL file : (Iterable<URL>) loader.resources(FILES + service.getName())::iterator) {
        URLConnection connection = file.openConnection();
        connection.setUseCaches(false);
        try (InputStream text = connection.getInputStream()) {
          new String(text.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.replaceFirst("#.*", "").strip())
              .filter(line -> !line.isEmpty())
              .forEach(name -> names.putIfAbsent(name, file));
        }
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String reason(ClassLoader loader, String name, @Nullable Throwable failure) {
    try (InputStream file = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] head = file == null ? new byte[0] : file.readNBytes(VERSION_AT + 1);
      int needed = head.length <= VERSION_AT ? 0 : Byte.toUnsignedInt(head[VERSION_AT]) - VERSION;
      int here = Runtime.version().feature();
      if (needed > here) {
        return words("needs Java %d, and this is Java %d", needed, here);
      }
    } catch (IOException e) {
      // The failure is already reported.
    }
    return "cannot be used: " + failure;
  }
}
