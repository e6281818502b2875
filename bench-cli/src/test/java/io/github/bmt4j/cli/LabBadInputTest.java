package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Words of {@code failover}, {@code balance} and {@code lab} that cannot work: exit code 2, one
 * line that names what is wrong, and no server is started.
 */
class LabBadInputTest {
  private final InProcess bmt = new InProcess();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "failover --fault=explode | explode",
        "failover --ha=magic | --ha=magic",
        "failover --fault=endpoint-flip --ha=dns | --ha endpoint",
        "failover --fault=dns-flip | --ha dns",
        "failover --fault=kill --duration=3s | --duration",
        "failover --fault=lagging-promotion --semi-sync | --semi-sync",
        "failover --replicas=0 | --replicas=0",
        "failover --replicas=99 | --replicas=99",
        "failover --nodes=1 | --nodes=1",
        "failover --nodes=3 --replicas=2 | --replicas and --nodes cannot be combined",
        "failover --list-faults --topology=ring | topology ring",
        "failover --suspect-timeout=3s | --suspect-timeout cannot be combined with --topology",
        "failover --topology=ring | galera, MariaDB with the package mariadb-server",
        "failover --list-faults --topology=ring | topology ring",
        "failover --topology=galera | on embedded: choose --target",
        "failover --topology=galera --target=local --semi-sync | --semi-sync cannot be combined",
        "failover --topology=galera --target=local --nodes=2 | --nodes=2",
        "failover --topology=galera --target=local --replicas=2 | give --nodes",
        "failover --topology=galera --target=local --suspect-timeout=2s | from 3 s to 14 s",
        "failover --topology=galera --target=local --fault=lagging-promotion | laggable",
        "failover --topology=galera --target=local --server-option=wsrep_on=0 | wsrep-on",
        "failover --fault=isolate | isolatable",
        "failover --repeat=0 | --repeat=0",
        "failover --write-rate=0 | --write-rate=0",
        "failover --settle=500ms | --settle=500ms",
        "failover --deadline=5s | --deadline=5:",
        "failover --baseline=1s | --baseline=1:",
        "failover --pool-timeout=1ms | --pool-timeout=1ms",
        "failover --max-lifetime=5s | --max-lifetime",
        "failover --dns-ttl=1500ms | --dns-ttl",
        "failover --retry=always | --retry=always",
        "failover --settings=best | --settings=best",
        "failover --trigger=true | --url",
        "failover --node=a | --url",
        "failover --url=jdbc:mariadb://127.0.0.1:1/x | --trigger",
        "failover --url=jdbc:mariadb://127.0.0.1:1/x --trigger=true --fault=kill | --fault",
        "failover --url=jdbc:mysql://127.0.0.1:1/x --trigger=true | jdbc:mariadb",
        "failover --target=container:mariadb:11.4 | embedded",
        "failover --target=local:/none/mysqld | --target local:/none/mysqld does not exist",
        "failover --topology=group | topology group on embedded: choose --target local or"
            + " local:PROGRAM (topology group, MySQL)",
        "failover --data-dir=/tmp/x | --data-dir",
        "failover --server-option=server_id=7 | server_id=7",
        "failover --promotion-delay=soon | --promotion-delay=soon",
        "failover --fault=latency --latency=1ms --jitter=2ms | --jitter=2ms",
        "failover --ha=loadbalance --max-write-outage=1s | --max-write-outage",
        "failover --audit=tpcc --audit-scale=101 | --audit-scale=101: give a number from 1 to 100",
        "failover --audit=tpcc --audit-scale=0 | --audit-scale=0:",
        "failover --fault=old-primary-returns-writable --ha=sequential | --deadline=1875s",
        "failover --fault=old-primary-returns --ha=replication --settings=tuned | up to 360 s",
        "failover --ha=failover | --ha=failover: choose one of endpoint, dns, sequential,",
        "failover --driver=mysql:9.7.0 --ha=sequential | choose one of endpoint, dns, failover,",
        "failover --driver=mysql:9.7.0 --read-ha=failover | choose one of replication, loadbalance",
        "failover --driver=mariadb:2.7.15 --read-ha=aurora | choose one of replication,"
            + " loadbalance",
        "failover --driver=mariadb:2.7.15 --ha=aurora --topology=galera --target=local | --ha"
            + " aurora does not fit topology galera",
        "failover --driver=aws:4.3.0 --driver-with=mysql:9.7.0 --ha=failover | dns, hosts, aurora",
        "failover --url=jdbc:mariadb:aurora://127.0.0.1:1/x --trigger=true | MariaDB Connector/J"
            + " has no such mode; write",
        "failover --driver=mysql:9.7.0 --url=jdbc:mariadb:sequential://127.0.0.1:1/x --trigger=true"
            + " | MySQL Connector/J has no such mode; write jdbc:mysql://ADDRESS/",
        "failover --driver=aws:4.3.0 | --driver-with",
        "failover --driver-with=mysql:9.7.0 | --driver-with requires --driver",
        "failover --driver=mysql:9.7.0 --transaction-replay | MySQL Connector/J has no such option",
        "failover --driver=aws:4.3.0 --driver-with=mysql:9.7.0 --denied-list-timeout=1s | AWS",
        "failover --driver=a:b:1 --connect-timeout=1s | give it with --driver-property",
        "failover --pool=none --max-lifetime=30s | --pool=none has no pool",
        "failover --pool=none --audit=tpcc | --audit does not fit --pool none",
        "failover --against=--ha=nope | --ha=nope: choose one of endpoint",
        "failover --against=--fault=hang | other work cannot be compared (scenario.fault: kill"
            + " --promotion-delay=0ms | hang",
        "failover --against=--pool=none --against=--write-rate=7 | writesPerSecond: 200.0 | 200.0"
            + " | 7.0",
        "failover --name=a,b | --name requires --against",
        "failover --pool-keepalive=5s | --pool-keepalive: HikariCP takes 30s or more",
        "failover --exception-override=failed-over | the AWS wrapper",
        "failover --exception-override=all | --exception-override=all",
        "failover --hold=pool | --hold cannot be combined with --fault kill",
        "failover --fault=switchover --hold=proxy | --hold=proxy: choose one of none, pool,"
            + " endpoint",
        "failover --fault=switchover --hold=endpoint --ha=dns | it needs --ha endpoint",
        "failover --fault=switchover --hold=pool --pool=none | --hold=pool does not fit"
            + " --pool=none",
        "balance --ha=endpoint | choose one of replication, loadbalance",
        "balance --driver=mysql:9.7.0 --ha=failover | choose one of replication, loadbalance",
        "balance --driver=aws:4.3.0 --driver-with=mysql:9.7.0 | --ha=loadbalance: choose one of"
            + " replication",
        "balance --driver=a:b:1 | bmt knows no mode of the driver that spreads reads",
        "balance --topology=galera --target=embedded | topology galera on embedded: choose --target"
            + " local or local:PROGRAM (topology galera, MariaDB",
        "balance --topology=galera --replicas=2 --target=local | --replicas is for topology",
        "balance --topology=ring | topology ring",
        "balance --semi-sync --topology=galera --target=local | --semi-sync",
        "balance --url=jdbc:mariadb://127.0.0.1:1/x | choose --target embedded or local",
        "balance --lose-node=perhaps | --lose-node=perhaps",
        "balance --return-after=100ms | give 2 s or more",
        "balance --replicas=0 | give a number from 1 to 8",
        "lab up --replicas=0 | --replicas=0",
        "lab up --target=container:mariadb:11.4 | embedded",
        "lab up --server-option=server_id=7 | server_id=7",
        "lab up more | more",
        "lab promote no node | node",
        "lab explode | explode",
        "lab | up",
      })
  void isRefusedWithOneLineBeforeAnyServerIsStarted(String line, String named) {
    Path cache = folder.resolve("cache");
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
    if (words.size() > 1 && !line.equals("lab explode")) {
      words.addAll(List.of("--cache-dir", cache.toString()));
    }
    if (words.get(0).equals("failover") || words.get(0).equals("balance")) {
      words.addAll(List.of("--runs-dir", folder.resolve("runs").toString()));
    }
    int code = bmt.run(words.toArray(String[]::new));

    assertThat(code).as(bmt.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.out()).isEmpty();
    assertThat(bmt.err().lines())
        .singleElement()
        .asString()
        .startsWith("bmt: ")
        .contains(named)
        .doesNotContain("\tat ", "Exception", "mistake");
    assertThat(cache).doesNotExist();
    assertThat(folder.resolve("runs")).doesNotExist();
  }
}
