package io.github.bmt4j.html;

import java.util.List;

/** Outages around a fault, in ms from the fault. */
record Timeline(String title, double from, double to, List<Lane> lanes, List<Mark> marks) {
  /**
   * An outage.
   *
   * @param open whether it had not ended when the observation did
   */
  record Lane(String label, double from, double to, boolean open) {}

  /** A moment. */
  record Mark(String label, double at) {}
}
