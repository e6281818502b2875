package io.github.bmt4j.failover.client;

import io.github.bmt4j.failover.figures.ProbeKind;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes by which MySQL Connector/J makes sockets that {@link ConnectTrace} sees. Such a class
 * extends one of the driver's, which bmt does not have: its few bytes are written here, and it is
 * defined beside the driver's own classes. For each probe it is
 *
 * <pre>
 * public class … extends StandardSocketFactory {
 *   protected Socket createSocket(PropertySet properties) {
 *     return new TracedSocketFactory.…().createSocket();
 *   }
 * }
 * </pre>
 */
final class MySqlSocketFactory {
  private static final int JAVA_8 = 52;
  private static final int PUBLIC_CLASS = 0x21;
  private static final int PUBLIC = 0x1;
  private static final int PROTECTED = 0x4;
  private static final int TEXT = 1;
  private static final int CLASS = 7;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  private MySqlSocketFactory() {}

  static String name(ProbeKind probe) {
    return MySqlSocketFactory.class.getName() + "$" + probe;
  }

  static Map<String, byte[]> classes() {
    return Stream.of(ProbeKind.values())
        .collect(
            Collectors.toMap(
                MySqlSocketFactory::name,
                probe -> bytes(name(probe), TracedSocketFactory.of(probe).getName())));
  }

  private static byte[] bytes(String name, String traced) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(0xCAFEBABE);
      out.writeInt(JAVA_8);
      out.writeShort(18); // constants, and one
      text(out, name.replace('.', '/')); // 1
      pair(out, CLASS, 1); // 2
      text(out, "com/mysql/cj/protocol/StandardSocketFactory"); // 3
      pair(out, CLASS, 3); // 4
      text(out, "<init>"); // 5
      text(out, "()V"); // 6
      pair(out, NAME_AND_TYPE, 5, 6); // 7
      pair(out, METHOD, 4, 7); // 8: of the driver's class
      text(out, "Code"); // 9
      text(out, "createSocket"); // 10
      text(out, "(Lcom/mysql/cj/conf/PropertySet;)Ljava/net/Socket;"); // 11
      text(out, traced.replace('.', '/')); // 12
      pair(out, CLASS, 12); // 13
      pair(out, METHOD, 13, 7); // 14: of the traced factory
      text(out, "()Ljava/net/Socket;"); // 15
      pair(out, NAME_AND_TYPE, 10, 15); // 16
      pair(out, METHOD, 13, 16); // 17
      for (int half : new int[] {PUBLIC_CLASS, 2, 4, 0, 0, 2}) { // two methods, nothing else
        out.writeShort(half);
      }
      // aload_0, invokespecial 8, return
      method(out, PUBLIC, 5, 6, 0x2a, 0xb7, 0, 8, 0xb1);
      // new 13, dup, invokespecial 14, invokevirtual 17, areturn
      method(out, PROTECTED, 10, 11, 0xbb, 0, 13, 0x59, 0xb7, 0, 14, 0xb6, 0, 17, 0xb0);
      out.writeShort(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    out.writeByte(TEXT);
    out.writeUTF(text);
  }

  private static void pair(DataOutputStream out, int kind, int... constants) throws IOException {
    out.writeByte(kind);
    for (int constant : constants) {
      out.writeShort(constant);
    }
  }

  private static void method(DataOutputStream out, int access, int name, int type, int... code)
      throws IOException {
    int overhead = 12;
    for (int half : new int[] {access, name, type, 1, 9}) {
      out.writeShort(half);
    }
    out.writeInt(overhead + code.length);
    out.writeShort(2); // stack
    out.writeShort(2); // variables
    out.writeInt(code.length);
    for (int one : code) {
      out.writeByte(one);
    }
    out.writeInt(0); // no handlers, no attributes
  }
}
