package io.github.bmt4j.load;

/** Who looks at a load whose servers let nobody in. */
final class NeverConnected implements Load.Observer {
  @Override
  public void connected() {
    throw new AssertionError("connected to a server that lets nobody in");
  }

  @Override
  public void interval(Interval interval) {}
}
