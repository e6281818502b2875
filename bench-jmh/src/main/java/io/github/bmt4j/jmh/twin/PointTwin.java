package io.github.bmt4j.jmh.twin;

/** State of one thread of a benchmark that reads {@link RowTable#POINTS}. */
public abstract class PointTwin extends Twin {
  @Override
  protected boolean readsPoints() {
    return true;
  }
}
