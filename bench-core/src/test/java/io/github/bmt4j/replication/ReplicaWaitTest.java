package io.github.bmt4j.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplicaWaitTest {
  @Test
  void countsTransactionsOfMariaDbByDomain() {
    assertThat(ReplicaWait.lacking("0-1-12", "0-1-7,")).isEqualTo(5);
    assertThat(ReplicaWait.lacking("0-1-12,1-2-3", "0-1-7,0-1-12")).isEqualTo(3);
    assertThat(ReplicaWait.lacking("0-1-12", "0-2-15")).isZero();
    assertThat(ReplicaWait.lacking("0-1-12", ",")).isEqualTo(12);
  }

  @Test
  void countsTransactionsInSetsOfMySql() {
    String source = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    assertThat(ReplicaWait.transactions("")).isZero();
    assertThat(ReplicaWait.transactions(source + ":1-3:7")).isEqualTo(4);
    assertThat(ReplicaWait.transactions(source + ":5,\n" + source + ":tag:1-10")).isEqualTo(11);
  }
}
