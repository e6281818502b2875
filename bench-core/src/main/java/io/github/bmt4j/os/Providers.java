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
 * Implementations of services on the class path, those in the user's jars included. One that cannot
 * be used is left out, and named with its jar, which {@link java.util.ServiceLoader} does not do.
 */
public final class Providers {
  private static final String FILES = "META-INF/services/";

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
   * @param trial uses an implementation; one on which it throws is left out
   * @param problems gets a line for each that is left out
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
                problems.accept(jar + ": " + name + " " + reason(loader, name, cause));
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
      // The failure is known.
    }
    return "cannot be used: " + failure;
  }
}
