package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.FailoverFigures.Moment;

/**
 * Services that an outage interrupts, and the entries of a timeline with which the outage begins
 * and ends.
 */
public enum Interrupted {
  WRITES("application writes", "last write", "write again"),
  READS("application reads", "last read", "read again"),
  CONNECTS("new connections", "last connect", "connect again"),
  SERVERS("servers take writes", "server down", "server writable");

  final String begin;
  final String end;
  private final String words;

  Interrupted(String words, String begin, String end) {
    this.words = words;
    this.begin = begin;
    this.end = end;
  }

  public String words() {
    return words;
  }

  public boolean isLost(Moment moment) {
    return moment.what().equals(begin);
  }

  public boolean isBack(Moment moment) {
    return moment.what().equals(end);
  }
}
