package io.github.bmt4j.load.nodes;

/** Bounds of the number of statements that bmt itself caused, in addition to the load's. */
public record OwnStatements(long least, long most) {
  public static final OwnStatements NONE = new OwnStatements(0, 0);

  OwnStatements plus(OwnStatements other) {
    return new OwnStatements(least + other.least, most + other.most);
  }

  /** The statements since an earlier moment. */
  public OwnStatements since(OwnStatements earlier) {
    return new OwnStatements(least - earlier.most, most - earlier.least);
  }
}
