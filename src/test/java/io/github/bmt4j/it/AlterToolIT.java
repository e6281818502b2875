package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.server.ItServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code bmt alter} with the user's own ALTER, load and tool: pt-online-schema-change. */
class AlterToolIT {
  private static final String PLACE = " F={defaults-file},h={host},P={port},D={database},t={table}";
  private static final String CHANGE = "ALTER TABLE orders ADD INDEX (customer_id, amount)";
  private static final String SHOP =
      """
      \\set id random(1, 500)
      BEGIN;
      UPDATE orders SET amount = amount + 1 WHERE id = :id;
      SELECT COUNT(*) FROM items WHERE order_id = :id;
      COMMIT;
      \\sleep 5 ms
      """;

  @TempDir Path folder;

  private static String tool() {
    return ItServers.schemaChange() + " --execute --alter {alter} --recursion-method=none";
  }

  @Test
  void toolLeavesTheTableThatTheServersOwnAlgorithmsLeave() throws IOException {
    Database database = Servers.EMBEDDED.database();

    Ended ended =
        database
            .command()
            .run(
                "alter",
                "--table-size=20000",
                "--change=ADD COLUMN x INT NOT NULL DEFAULT 7, ADD INDEX (x)",
                "--algorithm=inplace,copy",
                // Its new table is there for several looks.
                "--tool=" + tool() + " --chunk-size=10000 --sleep=0.5" + PLACE,
                "--threads=2",
                "--baseline=1",
                "--after=1")
            .measured();

    JsonNode alters = alters(ended);
    assertThat(alters).hasSize(3);
    assertThat(texts(alters, "/ending/outcome")).containsOnly("done");
    assertThat(texts(alters, "/order/algorithm")).containsExactly("inplace", "copy", "tool");
    assertThat(texts(alters, "/after/rows")).containsOnly("20000");
    assertThat(texts(alters, "/after/definition").stream().distinct())
        .singleElement()
        .asString()
        .contains("`x` int(11) NOT NULL DEFAULT 7", "KEY `x` (`x`)");
    assertThat(alters.get(2).has("left")).isFalse();
    assertThat(alters.get(2).at("/temporary/bytes").asLong()).isPositive();
    assertThat(Files.readString(ended.run().resolve("tool-1.log")))
        .contains("Successfully altered");
    assertThat(database.rows("SHOW TABLES")).isEmpty();
    assertThat(ended.everything()).doesNotContain(database.password());
  }

  @Test
  void aToolAloneIsASideAgainstAnAlgorithmWithALock() {
    Ended ended =
        Servers.EMBEDDED
            .database()
            .process()
            .run(
                "alter",
                "--table-size=1000",
                "--change=ADD INDEX (c)",
                "--algorithm=inplace",
                "--lock=none",
                "--while=none",
                "--repeat=1",
                "--against=--tool='" + tool() + PLACE + "'")
            .measured();

    assertThat(ended.stored())
        .extracting(stored -> stored.labels().get("side"))
        .containsExactly("A", "B");
    assertThat(ended.out())
        .containsPattern("1 of 2   A  (IN)?VALID  .*ADD INDEX \\(c\\)/inplace took")
        .containsPattern("2 of 2   B  (IN)?VALID  .*ADD INDEX \\(c\\)/tool took");
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void ownStatementOnOnesOwnTableUnderOnesOwnLoad(Servers servers) throws IOException {
    Database database = shop(servers);

    Ended ended = own(database).measured();

    JsonNode alter = alters(ended).get(0);
    assertThat(alter.at("/sql").asText())
        .isEqualTo("ALTER TABLE `orders` ADD INDEX (customer_id, amount)");
    assertThat(alter.at("/changed").asBoolean()).isTrue();
    assertThat(alter.at("/before/rows").asLong()).isEqualTo(500);
    assertThat(alter.at("/after/rows").asLong()).isEqualTo(500);
    assertThat(alter.at("/load/0/transactions").asLong()).isPositive();
    assertThat(alter.at("/load/1/failed").asLong()).isZero();
    assertThat(ended.out()).contains("ADD INDEX (customer_id", "sql with 2 threads");
    assertThat(indexes(database)).isEqualTo("customer_id,customer_id,amount,id");
  }

  @Test
  void toolKeepsRowsDefinitionAndForeignKeysOfOnesOwnTable() throws IOException {
    Database altered = shop(Servers.EMBEDDED);
    Database byTool = shop(Servers.EMBEDDED);
    altered.execute(CHANGE);

    Ended ended =
        own(byTool, "--tool=" + tool() + " --alter-foreign-keys-method=rebuild_constraints" + PLACE)
            .measured();

    JsonNode alter = alters(ended).get(0);
    assertThat(alter.at("/ending/outcome").asText()).isEqualTo("done");
    assertThat(alter.has("left")).isFalse();
    assertThat(alter.at("/after/rows").asLong()).isEqualTo(500);
    assertThat(indexes(byTool)).isEqualTo(indexes(altered));
    assertThat(byTool.rows("SELECT id, customer_id FROM orders ORDER BY id"))
        .isEqualTo(altered.rows("SELECT id, customer_id FROM orders ORDER BY id"));
    assertThat(alter.at("/before/foreignKeys"))
        .extracting(JsonNode::asText)
        .containsExactly("items.of_order to orders", "orders.of_customer to customers");
    // The tool names them anew, which the report says.
    assertThat(alter.at("/after/foreignKeys"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder("items._of_order to orders", "orders._of_customer to customers");
    assertThat(ended.out()).containsPattern("keys +ADD INDEX .*: items.of_order to orders");
  }

  @Test
  void ctrlCEndsTheToolAndItsProcesses() throws IOException {
    ItServers.ctrlC();
    Database database = shop(Servers.EMBEDDED);
    try (Running run =
        database
            .process()
            .start(
                "alter",
                "--sql=ALTER TABLE orders ADD INDEX (amount)",
                "--on-existing",
                "--while=none",
                "--tool=sh -c 'echo $$ at work; sleep 300; true'")) {
      run.awaitOutput(".*\\d+ at work.*");
      database.execute("CREATE TABLE _orders_new LIKE orders");
      List<ProcessHandle> tools =
          run.processes().filter(process -> process.pid() != run.pid()).toList();
      assertThat(tools).isNotEmpty();
      assertThat(run.commandLines()).doesNotContain(database.password());
      run.signal("INT");
      Ended ended = run.await().exits(130);

      assertThat(tools).noneMatch(ProcessHandle::isAlive);
      assertThat(ended.out())
          .contains(
              "new in the database: table _orders_new", "INVALID", "interrupted after 1 of 1");
    }
  }

  private static Database shop(Servers servers) {
    Database database = servers.database();
    database.execute(
        "CREATE TABLE customers (id INT PRIMARY KEY)",
        "CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT NOT NULL, amount INT NOT NULL,"
            + " KEY by_customer (customer_id), CONSTRAINT of_customer FOREIGN KEY (customer_id) REFERENCES customers (id))",
        "CREATE TABLE items (id INT PRIMARY KEY, order_id INT NOT NULL,"
            + " CONSTRAINT of_order FOREIGN KEY (order_id) REFERENCES orders (id))",
        "INSERT INTO customers VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)",
        "SET @n = 0",
        "INSERT INTO orders SELECT @n := @n + 1, a.id, b.id FROM customers a, customers b,"
            + " (SELECT id FROM customers LIMIT 5) c",
        "INSERT INTO items SELECT id, id FROM orders");
    return database;
  }

  private Ended own(Database database, String... more) throws IOException {
    Path shop = Files.writeString(folder.resolve("shop.sql"), SHOP);
    return database
        .command()
        .run(
            Stream.concat(
                    Stream.of(
                        "alter",
                        "--sql=" + CHANGE,
                        "--on-existing",
                        "--while=" + shop,
                        "--threads=2",
                        "--baseline=1",
                        "--after=1"),
                    Stream.of(more))
                .toArray(String[]::new));
  }

  private static String indexes(Database database) {
    return database
        .rows(
            "SELECT GROUP_CONCAT(column_name ORDER BY index_name, seq_in_index) FROM"
                + " information_schema.statistics WHERE table_schema = DATABASE() AND table_name ="
                + " 'orders'")
        .get(0)
        .get(0);
  }

  private static JsonNode alters(Ended ended) throws IOException {
    return new ObjectMapper().readTree(ended.run().resolve("result.json").toFile()).get("alters");
  }

  private static List<String> texts(JsonNode alters, String pointer) {
    return StreamSupport.stream(alters.spliterator(), false)
        .map(alter -> alter.at(pointer).asText())
        .toList();
  }
}
