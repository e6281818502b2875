package io.github.bmt4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words that cannot work: exit code 2, one line, and no server is fetched or started. */
class BadInputTest {
  private static final Set<String> WITH_A_SERVER =
      Set.of("run", "prepare", "cleanup", "alter", "doctor", "failover");

  private final InProcess bmt = new InProcess();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nope | unknown command nope: see bmt help",
        "run oltp_insert --fault=kill | --fault is an option of bmt failover, not of bmt run",
        "prepare oltp_insert --against=x | --against is an option of bmt run, bmt failover, not of"
            + " bmt prepare",
        "compare --threads=4 | --threads is an option of bmt run, bmt doctor, bmt prepare and"
            + " others",
        "run tpcc --warehouses=10 | unknown option --warehouses: did you mean --scale?",
        "run oltp_insert --json | unknown option --json: did you mean --output?",
        "run oltp_insert -t 4 | unknown option -t: see bmt help run",
        "report latest | give -o or --file <file>, as in bmt report latest -o run.html",
        "show | give <run>, as in bmt show latest",
        "runs --verdict=maybe | --verdict=maybe: choose one of valid, invalid",
        "rnu | unknown command rnu: did you mean bmt run?",
        "oltp_read_write | the command comes first: bmt run oltp_read_write",
        "--threads=4 oltp_insert --time=3 | the command comes first: bmt run oltp_insert",
        "oltp_readwrite run | unknown workload oltp_readwrite: did you mean oltp_read_write?",
        "/my/reports/oltp_readwrite.lua run | bmt runs no Lua",
        "tpcc.sql | unknown command tpcc.sql: did you mean bmt run tpcc.sql?",
        "--url jdbc:mariadb://db/tpcc_prod lab status | --url is an option of bmt run",
        "check | name a workload, as in bmt check tpcc: see bmt list",
        "check tpcc --scale=1 | a server that bmt starts has no tables: give --url",
        "reset tpcc --scale=1 | a server that bmt starts has no tables: give --url",
        "reset oltp_read_write | oltp_read_write has no reset: run bmt cleanup and bmt prepare",
        "/usr/share/sysbench/oltp_read_write.lua help | bmt list oltp_read_write",
        "help rnu | unknown command rnu: did you mean bmt run?",
        "lab ups | unknown command ups: did you mean bmt lab up?",
        "run oltp_readwrite | unknown workload oltp_readwrite: did you mean oltp_read_write?",
        "run oltp_read_write --thread=2 | unknown option --thread: did you mean --threads?",
        "failover --fault=kil | unknown fault kil: did you mean kill?",
        "failover --ha=nope | --ha=nope: choose one of endpoint",
        "balance --ha=dns | --ha=dns: choose one of replication, loadbalance",
        "balance --lose-node=off --return-after=3 | --return-after cannot be combined with"
            + " --lose-node=off",
        "failover --kill-sessions=perhaps | --kill-sessions=perhaps: give on or off",
        "failover --stall=50ms | --stall=50ms: give 100ms or more",
        "failover --dns-ttl=1.5 | the JVM takes whole seconds",
        "failover --pool-timeout=100ms | --pool-timeout=100ms: give 250ms or more",
        "alter --baseline=500ms | --baseline=500ms: give 1 s or more",
        "alter --lock=nope | --lock=nope: choose one of default",
        "run | name a workload",
        "run oltp_insert --threads=8..8 | --threads=8..8: a range begins with its smaller number",
        "run oltp_insert --threads=1..30000 | --threads=30000",
        "run oltp_insert --threads=1.. | --threads=1..: give a whole number",
        "run oltp_insert --threads=1..8 --rate=5 | searched in a closed loop: leave out --rate",
        "run oltp_insert --threads=1..8 --events=5 | requires --time of 1 s or more, and no"
            + " --events",
        "run oltp_insert --threads=1..8 --time=500ms | requires --time of 1 s or more",
        "run oltp_insert --rate=5..1 | --rate=5..1: a range begins with its smaller number",
        "run oltp_insert --rate=1..8 --threads=1,2 | --rate=1..8: give one number of --threads",
        "run oltp_insert --rate=1..8 --threads=1..2 | --rate=1..8: give one number of --threads",
        "run oltp_insert --rate=1..8 --stage=3s:5/s | --rate cannot be combined with"
            + " --stage=3s:5/s",
        "run oltp_insert --rate=1..8 --events=5 | a range of --rate requires --time of 1 s or more",
        "run oltp_insert --rate=1..8 --histogram | --rate=1..8: give one number, for --histogram",
        "run oltp_insert --rate=soon | --rate=soon: give operations per second",
        "run oltp_insert --rate=0.5..2 | or a range of whole numbers",
        "run oltp_insert --stage=3s:5 --threads=2 | --threads cannot be combined with --stage=3s:5",
        "run oltp_insert --stage=3s:5/s --time=3 | --time cannot be combined with --stage=3s:5/s",
        "run oltp_insert --stage=3s:5/s --threads=1,2 | --threads=1,2: give one number with"
            + " --stage",
        "run oltp_insert --stage=3s:5/s --threads=1..2 | searched in a closed loop: leave out"
            + " --stage",
        "run oltp_insert --stage=soon | --stage=soon: give a time and a rate or a number of"
            + " threads",
        "run oltp_insert --threads=knee:none | no result none in",
        "run oltp_insert --threads=1,8 --limit=p99=20ms | --limit requires a range: ",
        "run oltp_insert --threads=1..8 --limit=p99<20ms | give a time or a count, and its largest",
        "run oltp_insert --threads=1..8 --limit=tps=5 | tps is neither a time nor a count",
        "run oltp_insert --threads=1..8 --limit=p99=20 | --limit='p99=20': p99 is a time",
        "run oltp_insert --threads=1..8 --limit=p98=20 | --limit='p98=20': the run has no"
            + " figure",
        "run oltp_insert --fail-if=p99>20 | --fail-if='p99>20': p99 is a time: give us, ms or s",
        "run oltp_insert --threads=1,2 --fail-if=NOPM<5 | the run has no figure 'NOPM'",
        "run statistics --fail-if=p99>20ms | --fail-if requires a load",
        "run nope | unknown workload nope",
        "run oltp_read_write extra | unexpected word extra",
        "doctor --output=sysbench | choose one of text, json",
        "doctor --repeat=3 | --repeat requires",
        "doctor --driver=nope | --driver=nope",
        "doctor --url=jdbc:mysql://h/d | name the driver with --driver",
        "doctor local_storage --consume=all | --consume requires a load",
        "doctor local_storage --parity=none | --parity requires a load",
        "doctor local_storage --url=jdbc:mariadb://a/d --url=jdbc:mariadb://b/d | several servers",
        "run oltp_read_write --nope | unknown option --nope",
        "run oltp_read_write --nope=1 | unknown option --nope",
        "run oltp_read_write --threads 0 | --threads=0",
        "run oltp_read_write --threads=-1 | --threads=-1",
        "run oltp_read_write --threads=two | --threads=two: give a whole number",
        "run oltp_read_write --threads=1000000 | --threads=1000000",
        "run oltp_read_write --rand-type nope | --rand-type=nope",
        "run oltp_read_write --time 0 | --time=0 never ends",
        "run oltp_read_write --time=-1 | --time=-1",
        "run oltp_read_write --time=soon | --time=soon",
        "run oltp_read_write --time=1 --time=2 | --time is given twice",
        "run oltp_read_write --time | --time needs a value",
        "run oltp_read_write --warmup=-1 | --warmup=-1",
        "run oltp_read_write --warmup=1y | --warmup=1y",
        "run oltp_read_write --events=-1 | --events=-1",
        "run oltp_read_write --events=many | --events=many",
        "run oltp_read_write --rate=-1 | --rate=-1",
        "run oltp_read_write --rate=NaN | --rate=NaN",
        "run oltp_read_write --rate=fast | --rate=fast",
        "run oltp_read_write --arrivals=uniform | --arrivals requires --rate",
        "run oltp_read_write --sample-every=5s | --sample-every requires --sample-command",
        "run oltp_read_write --sample-command=date --sample-every=10ms"
            + " | --sample-every=0.01: give 1 s or more",
        "run oltp_read_write --sample-command=date --no-server-series"
            + " | --no-server-series and --sample-command cannot be combined",
        "run oltp_read_write --rate=10 --arrivals=nope | --arrivals=nope",
        "run oltp_read_write --report-interval=-1 | --report-interval=-1",
        "run oltp_read_write --percentile=100 | --percentile=100",
        "run oltp_read_write --percentile=-1 | --percentile=-1",
        "run oltp_read_write --percentile=NaN | --percentile=NaN",
        "run oltp_read_write --url=jdbc:postgresql://h/d --driver=g:a:1 | only your own SQL runs",
        "failover --url=jdbc:postgresql://h/d --driver=g:a:1 | only your own SQL runs",
        "alter --url=jdbc:postgresql://h/d | give a URL of MariaDB Connector/J",
        "prepare oltp_insert --url=jdbc:postgresql://h/d | only your own SQL runs",
        "run oltp_read_write --pool=nope | --pool=nope",
        "run oltp_read_write --pool-size=0 | --pool-size=0",
        "run oltp_read_write --pool=none --pool-size=2 | --pool-size requires --pool=hikari",
        "run local_storage --pool-size=2 | --pool-size requires a load",
        "run oltp_read_write --db-ps-mode=nope | --db-ps-mode=nope",
        "run oltp_read_write --mysql-ignore-errors=nope | --mysql-ignore-errors=nope",
        "run oltp_read_write --max-retries=-1 | --max-retries=-1",
        "run oltp_read_write --consume=some | --consume=some",
        "run oltp_read_write --output=sysbench --percentile=99.9 | whole number",
        "run local_storage --output=sysbench | text or json",
        "run local_storage --metrics-port=9400 | --metrics-port requires a load",
        "run oltp_read_write --metrics-port=nope | --metrics-port=nope: give a port",
        "run local_storage --by-statement | --by-statement requires a load",
        "run oltp_read_write --output=xml | --output=xml",
        "run oltp_read_write --mysql-ignore-errors=1213,none | --mysql-ignore-errors=1213,none",
        "run oltp_read_write --runs-dir=/proc/none | --runs-dir=/proc/none",
        "run oltp_read_write --tables=0 | --tables=0",
        "run oltp_read_write --table-size=0 | --table-size=0",
        "run oltp_read_write --table-size=1e6 | --table-size=1e6",
        "run oltp_read_write --skip-trx=maybe | --skip-trx=maybe",
        "run oltp_read_write --rand-zipfian-exp=NaN | --rand-zipfian-exp=NaN",
        "alter --change=nope | --change=nope",
        "alter --while=oltp_insert | --while=oltp_insert",
        "alter --size=1g --rows=5 | --table-size and --size say the same",
        "alter --lock-wait-timeout=1.5 | --lock-wait-timeout=1.5",
        "alter --table=mine | --table=mine requires --while none",
        "alter --on-existing | alters a table once",
        "run select_random_points --tables=2 | from 1 to 1",
        "run bulk_insert --table-size=5 | --table-size is not an option of bulk_insert",
        "run oltp_read_write --target=nope | --target=nope: choose",
        "run oltp_read_write --target=container: | --target=container:: choose",
        "run oltp_read_write --target=container:redis | which server it has",
        "run oltp_read_write --target=embedded --url=jdbc:mariadb://127.0.0.1:1/x | name one"
            + " server",
        "run oltp_read_write --target=embedded --mysql-host=127.0.0.1 | name one server",
        "run oltp_read_write --target=local:/none/mysqld | local:/none/mysqld does not exist",
        "run oltp_read_write --url=nope | --url=nope: give a URL",
        "run oltp_read_write --url=jdbc:mysql://127.0.0.1:1/x | name the driver with --driver",
        "run oltp_read_write --url=jdbc:mariadb:h/x?user=u&password=S3CRET | two slashes",
        "prepare oltp_read_write --url=jdbc:other:x?password=S3CRET | only your own SQL runs",
        "doctor --url=jdbc:mariadb:h?password=S3CRET | two slashes",
        "doctor --url=jdbc:mariadb://h:99999/x | 99999 is not a port",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument value"
            + " 'foo' for SslMode",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc | socketTimeout"
            + " must be Integer",
        "prepare oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument"
            + " value 'foo' for SslMode",
        "prepare oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc |"
            + " socketTimeout must be Integer",
        "cleanup oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument"
            + " value 'foo' for SslMode",
        "cleanup oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc |"
            + " socketTimeout must be Integer",
        "check tpcc --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument value 'foo' for"
            + " SslMode",
        "check tpcc --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc | socketTimeout must be"
            + " Integer",
        "reset tpcc --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument value 'foo' for"
            + " SslMode",
        "reset tpcc --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc | socketTimeout must be"
            + " Integer",
        "doctor --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument value 'foo' for"
            + " SslMode",
        "doctor --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc | socketTimeout must be"
            + " Integer",
        "alter --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument value 'foo' for"
            + " SslMode",
        "alter --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc | socketTimeout must be"
            + " Integer",
        "failover --trigger=manual --url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument"
            + " value 'foo' for SslMode",
        "failover --trigger=manual --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc |"
            + " socketTimeout must be Integer",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x?sokcetTimeout=1&password=S3CRET |"
            + " sokcetTimeout is not an option of MariaDB Connector/J",
        "doctor --url=jdbc:mariadb://127.0.0.1:1/x?sokcetTimeout=1 | sokcetTimeout is not an option"
            + " of MariaDB Connector/J",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --driver-property=socketTimeout=abc"
            + " | socketTimeout must be Integer",
        "failover --trigger=manual --url=jdbc:mariadb://127.0.0.1:1/x"
            + " --read-url=jdbc:mariadb://127.0.0.1:1/x?sslMode=foo | Wrong argument value 'foo'"
            + " for SslMode",
        "run oltp_read_write --driver=mysql:9.7.0"
            + " --url=jdbc:mysql://127.0.0.1:1/x?socketTimeout=abc | socketTimeout",
        "run oltp_read_write --driver=mysql:9.7.0 --url=jdbc:mysql://127.0.0.1:1/x?sokcetTimeout=1"
            + " | sokcetTimeout is not an option of mysql:9.7.0",
        "run oltp_read_write --driver=mariadb:2.7.15"
            + " --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc | socketTimeout",
        "run oltp_read_write --driver=mariadb:3.5.11"
            + " --url=jdbc:mariadb://127.0.0.1:1/x?socketTimeout=abc | socketTimeout",
        "run oltp_read_write --driver=mariadb:3.5.11"
            + " --url=jdbc:mariadb://127.0.0.1:1/x?sokcetTimeout=1 | sokcetTimeout is not an option"
            + " of mariadb:3.5.11",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:-1/x | -1 is not a port",
        "run oltp_read_write --url=jdbc:mariadb://[::1/x | the hosts cannot be read",
        "failover --trigger=true --url=jdbc:mariadb://[::1/x | the hosts cannot be read",
        "run oltp_read_write --url=jdbc:mariadb://address=(host=h)(port=0)/x | 0 is not a port",
        "failover --url=jdbc:mariadb://h/x --trigger=manual"
            + " --read-url=jdbc:mariadb:h/x?password=S3CRET | two slashes",
        "failover --url=jdbc:mariadb://h/x --trigger=manual --read-url=jdbc:mariadb://u:S3CRET@h/x"
            + " | --read-url=jdbc:mariadb://u:***@h/x: a login before the host",
        "run oltp_read_write --url=jdbc:mariadb://u:9999999,S3CRET@h/x |"
            + " --url=jdbc:mariadb://u:***@h/x: a login before the host",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --server-option=a=b |"
            + " --server-option and --data-dir",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --data-dir=data | --server-option"
            + " and --data-dir",
        "run oltp_read_write --url=jdbc:mariadb://127.0.0.1:1/x --password | no terminal",
        "run oltp_read_write --user=u | --user and --password require --url",
        "run oltp_read_write --password=p | --user and --password require --url",
        "run oltp_read_write --mysql-port=0 | --mysql-port=0",
        "run oltp_read_write --mysql-port=65536 | --mysql-port=65536",
        "run oltp_read_write --mysql-port=nope | --mysql-port=nope",
        "run oltp_read_write --server-option=--port | without dashes",
        "run oltp_read_write --server-option=port=1 | port is set by bmt",
        "run oltp_read_write --server-option=datadir=/tmp | datadir is set by bmt",
        "run oltp_read_write --data-dir=/etc/passwd | /etc/passwd is not a folder",
        "run oltp_insert --nodes=2 --data-dir=data | --data-dir is for one server",
        "run oltp_insert --nodes=2 --write-to=node2 | with topology replication only the primary"
            + ", node1, takes writes",
        "run oltp_insert --nodes=2 --write-to=node1,node7 | choose from node1, node2",
        "run oltp_point_select --threads=2 --nodes=2 --write-to=node1 | this load only reads",
        "run oltp_insert --write-to=node1 | --write-to requires --topology or --nodes",
        "run oltp_insert --nodes=2 --url=jdbc:mariadb://127.0.0.1:1/x | give several --url instead",
        "run oltp_point_select --nodes=3 --threads=2 | --threads=2: give at least 3",
        "run oltp_insert --topology=ring --nodes=2 | bmt starts no cluster with topology ring",
        "run oltp_insert --threads=3 --topology=galera --driver=mysql:99.9.9 | topology galera",
        "failover --fault=isolate --driver=mysql:99.9.9 | --fault isolate needs",
        "failover --hold=pool --pool=none --driver=mysql:99.9.9 --fault=switchover | --hold=pool",
        "balance --ha=loadbalance --topology=ring --driver=mysql:99.9.9 | with topology ring",
        "failover --fault=old-primary-returns --ha=sequential --max-lifetime=30s --deadline=120s"
            + " --driver-property=deniedListTimeout=100000 | deny list 100 s",
        "run statistics --nodes=2 | --topology requires a load",
        "doctor statistics --nodes=2 | --topology requires a load",
        "show latest --scenario=latest | give a run or --scenario, and not both",
        "run oltp_read_write --data-dir=/etc | holds files that are not",
        "run oltp_read_write --repeat=0 | --repeat=0",
        "run oltp_read_write --repeat=1001 | --repeat=1001",
        "failover --against=--ha=list | --ha=list measures nothing: give it alone",
        "failover --against=--list-faults | --list-faults measures nothing: give it alone",
        "failover --url=jdbc:mariadb://h/x --trigger=manual --against=--settings=tuned |"
            + " --trigger=manual: each run of a series shows one line",
        "failover --repeat=2 --file=x.html | -o is for the page of a series",
        "run oltp_read_write --against=--nope | unknown option --nope",
        "run oltp_read_write --against=oltp_read_only | --against: give options of the load",
        "run oltp_read_write --against=--repeat=2 | --against: give options of the load",
        "run oltp_read_write --against=--output=json | --against: give options of the load, not"
            + " --output",
        "run oltp_read_write --against= | --against: give options",
        "run oltp_read_write --against --repeat=2 | --against: give options of the load",
        "run oltp_read_write --password --against --threads=2 | set BMT_PASSWORD instead",
        "run local_storage --against=--threads=2 | --against requires a load",
        "run oltp_read_only --against=--table-size=7 | other work cannot be compared"
            + " (scenario.parameters.table-size: 10000 | 7)",
        "run oltp_read_only --rate=5 --against=--rate=7 | (scenario.rate: 5.0 | 7.0)",
        "run oltp_read_write --ladder=1000 | --ladder requires",
        "run local_storage --rows=10 | --table-size=10",
        "run local_storage --repeat=0 | --repeat=0",
        "run local_storage --repeat=2 --time=3 | --repeat times statements one by one",
        "run local_storage --form=halves | --form=halves",
        "run local_storage --form=pieces | none of the statements can be taken apart",
        "run local_storage --pieces=1 | --pieces=1",
        "run local_storage --cold=maybe | --cold=maybe",
        "run local_storage --verify=maybe | --verify=maybe",
        "run local_storage --statement-timeout=0 | --statement-timeout=0",
        "run local_storage --statement-timeout=soon | --statement-timeout=soon",
        "run local_storage --ladder=many | --ladder=many",
        "run local_storage --ladder=10 | --ladder=10",
        "run local_storage --ladder=1000 --while=oltp_read_write | --while cannot be combined with"
            + " --ladder",
        "run local_storage --while=nope | unknown workload nope",
        "run local_storage --while=statistics | short transactions",
        "run local_storage --while=oltp_read_write --while-threads=0 | --while-threads=0",
        "run local_storage --while=oltp_read_write --alone=0 | --baseline=0: give 500ms or more",
        "run local_storage --range-size=10 | --range-size is not an option of local_storage",
        "run local_storage --while-table-size=10 | --while-table-size requires --while",
        "run local_storage --pool=none | --pool requires a load",
        "run local_storage --percentile=99 | --percentile requires a load",
        "run statistics --query=sort | --query=sort: choose one of",
        "run statistics --ladder=1000 | --ladder requires local_storage",
        "prepare nope | unknown workload nope",
        "prepare oltp_read_write --driver=mysql:9.7.0 | --driver is an option of bmt run, bmt"
            + " doctor",
        "prepare oltp_read_write --db-driver=pgsql | --db-driver=pgsql: bmt works on MySQL and"
            + " MariaDB only",
        "run oltp_read_write --mysql-socket=/nowhere/s | --mysql-socket=/nowhere/s: there is no"
            + " such file",
        "run oltp_read_write --mysql-host=db:3307 | --mysql-host=db:3307: give the port by"
            + " --mysql-port",
        "run oltp_read_write --mysql-dry-run | --mysql-dry-run: bmt has no dry run",
        "run oltp_read_write --report-checkpoints=1,2 | --report-checkpoints: bmt has no"
            + " checkpoints",
        "run oltp_read_write --mysql-ssl=maybe | --mysql-ssl=maybe: choose one of on, off",
        "run oltp_read_write --config-file=/nowhere | --config-file=/nowhere: cannot be read",
        "run oltp_read_write --config-file | --config-file: name a file",
        "cleanup | name a workload",
        "cleanup oltp_read_write --tables=0 | --tables=0",
        "doctor nope | unknown workload nope",
        "doctor --output=xml | --output=xml",
        "doctor --threads=0 | --threads=0",
        "list nope | unknown workload nope",
        "list a b | unexpected word b",
        "run oltp_read_write --output=sysbench --threads=1,2 | one number",
        "run local_storage --threads=1,2 | one number",
        "run oltp_read_write --parity=none --db-ps-mode=disable | --parity=sysbench",
      })
  void isRefusedWithOneLineThatSaysWhyBeforeAnythingIsTouched(String line, String why) {
    Path cache = folder.resolve("cache");
    Path runs = folder.resolve("runs");
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ", -1)));
    if (WITH_A_SERVER.contains(words.get(0)) && words.size() > 1) {
      words.addAll(List.of("--cache-dir", cache.toString()));
    }
    if (words.get(0).equals("run") && words.size() > 1 && !line.contains("--runs-dir")) {
      words.addAll(List.of("--runs-dir", runs.toString()));
    }
    int code = bmt.run(words.toArray(String[]::new));

    assertThat(code).as(line).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bmt.out()).isEmpty();
    assertThat(bmt.err().lines())
        .singleElement()
        .asString()
        .startsWith("bmt: ")
        .contains(why)
        .doesNotContain("\tat ", "Exception", "mistake", "S3CRET");
    assertThat(cache.resolve("servers")).doesNotExist();
    assertThat(runs).doesNotExist();
  }

  @Test
  void aPortThatIsTakenIsRefusedBeforeAnythingIsTouched() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      isRefusedWithOneLineThatSaysWhyBeforeAnythingIsTouched(
          "run oltp_read_write --metrics-port=" + taken.getLocalPort(),
          ": Address already in use; choose another port");
    }
  }
}
