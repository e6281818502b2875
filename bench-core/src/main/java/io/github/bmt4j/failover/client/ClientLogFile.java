package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.ClientLog.Connect;
import io.github.bmt4j.failover.figures.ClientLog.Pause;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.TracedWrite;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client's log as a file, on its way from the client's JVM to the one that reads it. */
final class ClientLogFile {
  private static final ProbeKind[] PROBES = ProbeKind.values();
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final ErrorPhase[] PHASES = ErrorPhase.values();
  private static final Pause.Kind[] PAUSES = Pause.Kind.values();
  private static final int NONE = -1;

  private ClientLogFile() {}

  static void write(Path file, ClientLog log) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(log.operations().size());
      for (Operation operation : log.operations()) {
        write(out, operation);
      }
      out.writeInt(log.connects().size());
      for (Connect connect : log.connects()) {
        out.writeByte(connect.probe().ordinal());
        out.writeLong(connect.startNanos());
        out.writeLong(connect.endNanos());
        out.writeUTF(connect.address());
        out.writeBoolean(connect.connected());
      }
      out.writeBoolean(log.traced());
      out.writeInt(log.pauses().size());
      for (Pause pause : log.pauses()) {
        out.writeByte(pause.kind().ordinal());
        out.writeLong(pause.startNanos());
        out.writeLong(pause.endNanos());
      }
      out.writeInt(log.writes().size());
      for (TracedWrite write : log.writes()) {
        out.writeUTF(write.place());
        out.writeUTF(write.content());
        out.writeByte(number(write.outcome()));
        out.writeBoolean(write.rolledBack());
      }
    }
  }

  private static void write(DataOutputStream out, Operation operation) throws IOException {
    out.writeByte(operation.probe().ordinal());
    out.writeLong(operation.sequence());
    out.writeInt(operation.attempt());
    out.writeBoolean(operation.last());
    out.writeLong(operation.intendedNanos());
    out.writeLong(operation.startNanos());
    out.writeLong(operation.endNanos());
    out.writeByte(number(operation.outcome()));
    out.writeInt(operation.code());
    out.writeUTF(operation.sqlState());
    out.writeByte(number(operation.phase()));
    out.writeUTF(operation.server());
    out.writeLong(operation.newest());
    out.writeLong(operation.ageNanos());
  }

  static ClientLog read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int operationCount = in.readInt();
      List<Operation> operations = new ArrayList<>(operationCount);
      for (int i = 0; i < operationCount; i++) {
        operations.add(operation(in));
      }
      int connectCount = in.readInt();
      List<Connect> connects = new ArrayList<>(connectCount);
      for (int i = 0; i < connectCount; i++) {
        connects.add(
            new Connect(
                PROBES[in.readByte()],
                in.readLong(),
                in.readLong(),
                in.readUTF(),
                in.readBoolean()));
      }
      boolean traced = in.readBoolean();
      int pauseCount = in.readInt();
      List<Pause> pauses = new ArrayList<>(pauseCount);
      for (int i = 0; i < pauseCount; i++) {
        pauses.add(new Pause(PAUSES[in.readByte()], in.readLong(), in.readLong()));
      }
      int writeCount = in.readInt();
      List<TracedWrite> writes = new ArrayList<>(writeCount);
      for (int i = 0; i < writeCount; i++) {
        writes.add(
            new TracedWrite(in.readUTF(), in.readUTF(), OUTCOMES[in.readByte()], in.readBoolean()));
      }
      return new ClientLog(operations, connects, pauses, writes, traced);
    }
  }

  private static Operation operation(DataInputStream in) throws IOException {
    return new Operation(
        PROBES[in.readByte()],
        in.readLong(),
        in.readInt(),
        in.readBoolean(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        value(OUTCOMES, in.readByte()),
        in.readInt(),
        in.readUTF().intern(),
        value(PHASES, in.readByte()),
        in.readUTF().intern(),
        in.readLong(),
        in.readLong());
  }

  private static int number(@Nullable Enum<?> value) {
    return value == null ? NONE : value.ordinal();
  }

  private static <E> @Nullable E value(E[] values, int number) {
    return number == NONE ? null : values[number];
  }
}
