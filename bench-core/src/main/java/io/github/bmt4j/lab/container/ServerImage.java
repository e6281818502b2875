package io.github.bmt4j.lab.container;

import io.github.bmt4j.failure.BadInputException;

/**
 * A container image with a server in it.
 *
 * @param name as the user wrote it
 * @param mariadb whether it is MariaDB; otherwise MySQL
 */
record ServerImage(String name, boolean mariadb) {
  /**
   * Tells by its name which server an image has.
   *
   * @throws BadInputException when the name does not say
   */
  static ServerImage parse(String name) {
    String untagged = name.replaceFirst("@.*$", "").replaceFirst(":[^/]*$", "");
    String last = untagged.substring(untagged.lastIndexOf('/') + 1);
    if (last.contains("mariadb")) {
      return new ServerImage(name, true);
    }
    if (last.contains("mysql") || last.contains("percona")) {
      return new ServerImage(name, false);
    }
    throw new BadInputException(
        "--target container:"
            + name
            + ": the image's name must say which server it has: mysql, mariadb or percona");
  }
}
