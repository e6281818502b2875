package io.github.bmt4j.load.nodes;

/** Bounds of a number of statements that bmt itself caused, in addition to those of the load. */
public record OwnStatements(long least, long most) {
  public static final OwnStatements NONE = new OwnStatements(0, 0);

  OwnStatements plus(OwnStatements other) {
    return new OwnStatements(least + other.least, most + other.most);
  }

  /** Those since an earlier moment. */
  public OwnStatements since(OwnStatements earlier) {
    return new OwnStatements(least - earlier.most, most - earlier.least);
  }
}
