package io.github.bmt4j.server.container;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;
import java.util.List;

/**
 * A container image with a server in it.
 *
 * @param name as the user wrote it
 * @param flavor of the server in it
 */
record ServerImage(String name, Flavor flavor) {
  private static final List<String> NAMES = List.of("mariadb", "mysql", "percona");

  /**
   * Tells by its name which server an image has.
   *
   * @throws BadInputException when the name does not say
   */
  static ServerImage parse(String name) {
    String untagged = name.replaceFirst("@.*$", "").replaceFirst(":[^/]*$", "");
    String last = untagged.substring(untagged.lastIndexOf('/') + 1);
    if (NAMES.stream().anyMatch(last::contains)) {
      return new ServerImage(name, Flavor.namedIn(last));
    }
    throw new BadInputException(
        "--target container:"
            + name
            + ": the image's name must say which server it has: mysql, mariadb or percona");
  }
}
