package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerSpaceTest {
  @Test
  void readsTheLimitOfTheTemporaryTablespace() {
    assertThat(ServerSpace.limit("ibtmp1:12M:autoextend")).isNull();
    assertThat(ServerSpace.limit("ibtmp1:12M:autoextend:max:5G")).isEqualTo(5L << 30);
    assertThat(ServerSpace.limit("a:10M;b:12M:autoextend:max:30M")).isEqualTo(40L << 20);
    assertThat(ServerSpace.limit("a:1024;b:2K")).isEqualTo(3072);
    assertThat(ServerSpace.limit("")).isNull();
    assertThat(ServerSpace.limit("a:much")).isNull();
  }
}
