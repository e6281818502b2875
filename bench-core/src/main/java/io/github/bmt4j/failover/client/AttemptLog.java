package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Attempts of one probe in columns of numbers, so that recording one makes no garbage. Not
 * thread-safe.
 */
final class AttemptLog {
  private static final int CHUNK_ROWS = 4096;
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final ErrorPhase[] PHASES = ErrorPhase.values();
  private static final byte NONE = -1;

  private final ProbeKind probe;
  private final List<Chunk> chunks = new ArrayList<>();
  private final Words words = new Words();
  private int size;

  AttemptLog(ProbeKind probe) {
    this.probe = probe;
    chunks.add(new Chunk());
  }

  private static final class Chunk {
    final long[] sequence = new long[CHUNK_ROWS];
    final long[] intended = new long[CHUNK_ROWS];
    final long[] start = new long[CHUNK_ROWS];
    final long[] end = new long[CHUNK_ROWS];
    final long[] newest = new long[CHUNK_ROWS];
    final long[] age = new long[CHUNK_ROWS];
    final int[] attempt = new int[CHUNK_ROWS];
    final int[] code = new int[CHUNK_ROWS];
    final int[] sqlState = new int[CHUNK_ROWS];
    final int[] server = new int[CHUNK_ROWS];
    final byte[] outcome = new byte[CHUNK_ROWS];
    final byte[] phase = new byte[CHUNK_ROWS];
    final boolean[] last = new boolean[CHUNK_ROWS];
  }

  private static final class Words {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> words = new ArrayList<>();

    int number(String word) {
      Integer known = numbers.get(word);
      if (known != null) {
        return known;
      }
      numbers.put(word, words.size());
      words.add(word);
      return words.size() - 1;
    }
  }

  /**
   * Records an attempt in its current state.
   *
   * @return its row
   */
  int add(Attempt attempt) {
    if (size == chunks.size() * CHUNK_ROWS) {
      chunks.add(new Chunk());
    }
    Chunk chunk = chunks.get(size / CHUNK_ROWS);
    int row = size % CHUNK_ROWS;
    chunk.sequence[row] = attempt.sequence;
    chunk.intended[row] = attempt.intendedNanos;
    chunk.start[row] = attempt.startNanos;
    chunk.end[row] = attempt.endNanos;
    chunk.newest[row] = attempt.newest;
    chunk.age[row] = attempt.ageNanos;
    chunk.attempt[row] = attempt.number;
    chunk.code[row] = attempt.code;
    chunk.sqlState[row] = words.number(attempt.sqlState);
    chunk.server[row] = words.number(attempt.server);
    chunk.outcome[row] = number(attempt.outcome);
    chunk.phase[row] = attempt.outcome == Outcome.OK ? NONE : number(attempt.phase);
    chunk.last[row] = attempt.last;
    return size++;
  }

  void setLast(int index) {
    chunks.get(index / CHUNK_ROWS).last[index % CHUNK_ROWS] = true;
  }

  int size() {
    return size;
  }

  /** Gives all rows, and forgets them. */
  List<Operation> take() {
    List<Operation> operations = new ArrayList<>(size);
    for (int index = 0; index < size; index++) {
      operations.add(operation(index));
    }
    chunks.subList(1, chunks.size()).clear();
    size = 0;
    return operations;
  }

  Operation operation(int index) {
    Objects.checkIndex(index, size);
    Chunk chunk = chunks.get(index / CHUNK_ROWS);
    int row = index % CHUNK_ROWS;
    byte outcome = chunk.outcome[row];
    byte phase = chunk.phase[row];
    return new Operation(
        probe,
        chunk.sequence[row],
        chunk.attempt[row],
        chunk.last[row],
        chunk.intended[row],
        chunk.start[row],
        chunk.end[row],
        outcome == NONE ? null : OUTCOMES[outcome],
        chunk.code[row],
        words.words.get(chunk.sqlState[row]),
        phase == NONE ? null : PHASES[phase],
        words.words.get(chunk.server[row]),
        chunk.newest[row],
        chunk.age[row]);
  }

  private static byte number(@Nullable Enum<?> value) {
    return value == null ? NONE : (byte) value.ordinal();
  }
}
