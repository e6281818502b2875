package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.TimelineEvent.Kind;

/** Services that an outage interrupts, with the events at which the outage begins and ends. */
public enum Interrupted {
  WRITES("application writes", Kind.LAST_WRITE, Kind.WRITE_AGAIN),
  READS("application reads", Kind.LAST_READ, Kind.READ_AGAIN),
  CONNECTS("new connections", Kind.LAST_CONNECT, Kind.CONNECT_AGAIN),
  SERVERS("servers take writes", Kind.SERVER_DOWN, Kind.SERVER_WRITABLE);

  private final String words;
  private final Kind begin;
  private final Kind end;

  Interrupted(String words, Kind begin, Kind end) {
    this.words = words;
    this.begin = begin;
    this.end = end;
  }

  public String words() {
    return words;
  }

  public Kind begin() {
    return begin;
  }

  public Kind end() {
    return end;
  }
}
