/*
 * Point selects without a client library: every thread sends one prepared packet again and again with another id in it and
 * reads as many bytes as the first answer had. What it reaches is what kernel and server let any client reach.
 *
 *   cc -O2 -pthread replay.c -o replay
 *   ./replay <port> <user without password> <database> <threads> <rows>
 *
 * It runs until it is ended. The table is sbtest1 with ids from 1 to rows; all
 * answers are of one length, because column c always has 119 characters. It asks for no column definitions in answers, as
 * MariaDB Connector/J does (MARIADB_CLIENT_CACHE_METADATA, MariaDB 10.6 and newer).
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROTOCOL_41 = 0x200, CONNECT_WITH_DB = 8, SECURE = 0x8000, PLUGIN_AUTH = 0x80000, DEPRECATE_EOF = 0x1000000 };
enum { CACHE_METADATA_BYTE = 1 << 4 };

static const char SELECT[] = "SELECT c FROM sbtest1 WHERE id=?";
static int port, threads;
static uint32_t rows;
static const char *user, *database;

static void fail(const char *what) {
  fprintf(stderr, "replay: %s\n", what);
  exit(3);
}

static void send_all(int to, const uint8_t *bytes, size_t count) {
  if (write(to, bytes, count) != (ssize_t)count) fail("cannot send");
}

static void read_all(int from, uint8_t *into, size_t count) {
  for (size_t have = 0; have < count;) {
    ssize_t got = read(from, into + have, count - have);
    if (got <= 0) fail("the server closed the connection");
    have += got;
  }
}

/* Reads a packet and gives its length without the header. */
static size_t read_packet(int from, uint8_t *into) {
  uint8_t header[4];
  read_all(from, header, 4);
  size_t length = header[0] | header[1] << 8 | header[2] << 16;
  if (length > 4096) fail("a packet that is too long");
  read_all(from, into, length);
  if (length > 0 && into[0] == 0xff) fail((char *)into + 3);
  return length;
}

static int log_in(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int to = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  setsockopt(to, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(to, (struct sockaddr *)&address, sizeof address)) fail("cannot connect");
  uint8_t packet[4100] = {0};
  read_packet(to, packet);
  memset(packet, 0, sizeof packet);
  /* Without the lowest bit the last four filler bytes are MariaDB's own capabilities. */
  uint32_t flags = PROTOCOL_41 | CONNECT_WITH_DB | SECURE | PLUGIN_AUTH | DEPRECATE_EOF;
  memcpy(packet + 4, &flags, 4);
  packet[11] = 1;
  packet[12] = 45;
  packet[32] = CACHE_METADATA_BYTE;
  size_t length = 36;
  length += sprintf((char *)packet + length, "%s", user) + 1;
  packet[length++] = 0;
  length += sprintf((char *)packet + length, "%s", database) + 1;
  length += sprintf((char *)packet + length, "mysql_native_password") + 1;
  packet[0] = (length - 4) & 255;
  packet[3] = 1;
  send_all(to, packet, length);
  read_packet(to, packet);
  if (packet[0] != 0) fail("the login needs more than a user without a password");
  return to;
}

static uint32_t prepare(int to) {
  uint8_t packet[4100] = {sizeof SELECT, 0, 0, 0, 0x16};
  memcpy(packet + 5, SELECT, sizeof SELECT - 1);
  send_all(to, packet, 4 + sizeof SELECT);
  read_packet(to, packet);
  uint32_t statement;
  memcpy(&statement, packet + 1, 4);
  read_packet(to, packet); /* the parameter */
  read_packet(to, packet); /* the column */
  return statement;
}

/* Reads the first answer packet by packet: column count, definitions if any, a row, the end. */
static size_t first_answer(int from) {
  uint8_t packet[4100];
  size_t length = read_packet(from, packet) + 4;
  int definitions = packet[1];
  if (definitions) length += read_packet(from, packet) + 4;
  length += read_packet(from, packet) + 4;
  if (packet[0] == 0xfe) fail("an id without a row");
  return length + read_packet(from, packet) + 4;
}

static void *work(void *number) {
  uint64_t state = 0x9e3779b97f4a7c15u * ((intptr_t)number + 1);
  int to = log_in();
  uint32_t statement = prepare(to);
  /* COM_STMT_EXECUTE: statement, no cursor, once, no NULLs, types follow, one BIGINT. */
  uint8_t execute[26] = {22, 0, 0, 0, 0x17};
  memcpy(execute + 5, &statement, 4);
  execute[10] = 1;
  execute[15] = 1;
  execute[16] = 8;
  execute[18] = 1;
  uint8_t answer[4100];
  send_all(to, execute, sizeof execute);
  first_answer(to);
  send_all(to, execute, sizeof execute);
  size_t expected = first_answer(to);
  while (1) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    uint64_t id = 1 + state % rows;
    memcpy(execute + 18, &id, 8);
    send_all(to, execute, sizeof execute);
    read_all(to, answer, expected);
  }
  return NULL;
}

int main(int count, char **words) {
  if (count != 6) fail("give port, user, database, threads and rows");
  port = atoi(words[1]), user = words[2], database = words[3], threads = atoi(words[4]), rows = atol(words[5]);
  pthread_t thread[threads];
  for (intptr_t i = 0; i < threads; i++) pthread_create(&thread[i], NULL, work, (void *)i);
  pthread_join(thread[0], NULL); /* it does not end */
  return 0;
}
