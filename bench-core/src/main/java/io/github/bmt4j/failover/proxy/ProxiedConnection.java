package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failover.proxy.TcpProxy.Direction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A client's connection, and the proxy's own connection to the target. */
final class ProxiedConnection implements Ready {
  private final Forwarder forwarder;
  final ProxyPort port;
  private final SocketChannel client;
  private final SelectionKey clientKey;
  private final StreamPipe requests;
  private final StreamPipe replies;
  private @Nullable SocketChannel server;
  private @Nullable SelectionKey serverKey;
  private boolean connected;
  private boolean open = true;

  ProxiedConnection(Forwarder forwarder, ProxyPort port, SocketChannel client) throws IOException {
    this.forwarder = forwarder;
    this.port = port;
    this.client = client;
    client.setOption(StandardSocketOptions.TCP_NODELAY, true);
    this.clientKey = forwarder.register(client, 0, this);
    this.requests = new StreamPipe(forwarder, this, Direction.REQUESTS, port.rewriter());
    this.replies = new StreamPipe(forwarder, this, Direction.REPLIES, null);
    replies.to(client);
  }

  boolean isOpen() {
    return open;
  }

  boolean isUnderWay() {
    return server != null;
  }

  StreamPipe other(StreamPipe pipe) {
    return pipe == requests ? replies : requests;
  }

  void connect(InetSocketAddress target) {
    try {
      SocketChannel channel = SocketChannel.open();
      server = channel;
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      serverKey = forwarder.register(channel, SelectionKey.OP_CONNECT, this);
      if (channel.connect(target)) {
        join(channel);
      }
    } catch (IOException e) {
      targetFailed();
    }
    refresh();
  }

  /** Connects a waiting connection to the target, unless its client has left meanwhile. */
  void resume(InetSocketAddress target) {
    requests.from(client);
    requests.read();
    if (requests.hasEnded()) {
      close(true);
    } else {
      connect(target);
    }
  }

  @Override
  public void ready(SelectionKey key) {
    if (key.isConnectable()) {
      finishConnecting();
    } else if (connected) {
      boolean ofClient = key == clientKey;
      int operations = key.readyOps();
      if ((operations & SelectionKey.OP_WRITE) != 0) {
        (ofClient ? replies : requests).deliver();
      }
      if (open && (operations & SelectionKey.OP_READ) != 0) {
        (ofClient ? requests : replies).read();
      }
    }
    refresh();
  }

  /** Passes on the bytes that may now pass: silence or delay has changed. */
  void goOn() {
    requests.deliver();
    replies.deliver();
    refresh();
  }

  void refresh() {
    if (!open) {
      return;
    }
    ask(clientKey, connected && requests.wantsToRead(), replies.wantsToWrite());
    SelectionKey key = serverKey;
    if (connected && key != null) {
      ask(key, replies.wantsToRead(), requests.wantsToWrite());
    }
  }

  void closeWhenFinished() {
    if (requests.isFinished() && replies.isFinished()) {
      close(false);
    }
  }

  /**
   * Ends both connections; bytes still held are lost.
   *
   * @param reset with RST, otherwise with FIN
   */
  void close(boolean reset) {
    if (!open) {
      return;
    }
    open = false;
    requests.drop();
    replies.drop();
    end(client, reset);
    SocketChannel channel = server;
    if (channel != null) {
      end(channel, reset);
    }
    port.ended(this);
  }

  private void finishConnecting() {
    SocketChannel channel = server;
    if (channel == null) {
      return;
    }
    try {
      if (channel.finishConnect()) {
        join(channel);
      }
    } catch (IOException e) {
      targetFailed();
    }
  }

  private void join(SocketChannel channel) {
    connected = true;
    requests.from(client);
    requests.to(channel);
    replies.from(channel);
    requests.deliver();
  }

  private void targetFailed() {
    port.targetFailed();
    SocketChannel channel = server;
    if (channel != null) {
      end(channel, true);
    }
    // The client notices it as it would notice the target's end: not while replies are silent.
    replies.endOfSource(true);
  }

  private static void ask(SelectionKey key, boolean read, boolean write) {
    int wanted = (read ? SelectionKey.OP_READ : 0) | (write ? SelectionKey.OP_WRITE : 0);
    if (key.isValid() && key.interestOps() != wanted) {
      key.interestOps(wanted);
    }
  }

  /** Closes a channel; unread bytes would turn an orderly end into a reset, so they are read. */
  private void end(SocketChannel channel, boolean reset) {
    try {
      if (reset) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } else if (channel.isConnected()) {
        channel.shutdownOutput();
        ByteBuffer waste = forwarder.buffer();
        while (channel.read(waste) > 0) {
          waste.clear();
        }
      }
    } catch (IOException e) {
      // The connection has already ended.
    }
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing is left to do.
    }
  }
}
