package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;

/**
 * Random inputs of one transaction, drawn before it is executed, and its kind. They are a function
 * of the run's seed, the terminal (without pacing, the worker) and the number of its transaction.
 * One object is reused for all transactions; used by one thread.
 *
 * <p>Clauses: 2.4.1 new order, 2.5.1 payment, 2.6.1 order status, 2.7.1 delivery, 2.8.1 stock
 * level, 5.2.4.2 the deck of kinds.
 */
final class TpccInputs {
  private static final int DISTRICTS = Order.DISTRICTS;
  private static final int CUSTOMERS = Customer.PER_DISTRICT;
  private static final int ITEMS = Order.ITEMS;
  private static final int NAMES_PER_HUNDRED = 60;
  private static final int HOME_PER_HUNDRED = 85;
  private static final int DRAWS_OF_A_PLACE = 3;

  /** Stream of the run's constants, which no terminal uses. */
  private static final long CONSTANTS = Long.MIN_VALUE;

  /** An item that no table has. */
  static final int UNUSED_ITEM = -1;

  private final TpccOptions options;
  private final TpccMode mode;
  private final long seed;
  private final Nurand customers;
  private final Nurand items;
  private final Nurand names;
  private final SplitMix64 random = new SplitMix64(0);
  private final byte[] deck;
  private long deckUser = -1;
  private long deckNumber = -1;
  private long firstPlace;

  // The drawn inputs. Each kind of transaction uses some.
  TpccKind kind = TpccKind.NEW_ORDER;
  int set;
  int warehouse;
  int district;

  /** Number of the customer; 0 if it is chosen by its last name. */
  int customer;

  String lastName = "";
  int lines;
  final int[] item = new int[Order.MOST_LINES];
  final int[] supplier = new int[Order.MOST_LINES];
  final int[] quantity = new int[Order.MOST_LINES];

  /** o_all_local. */
  boolean local;

  /** True if a line names an item that does not exist. */
  boolean rolledBack;

  int customerWarehouse;
  int customerDistrict;
  int cents;
  int carrier;
  int threshold;

  TpccInputs(TpccOptions options, long seed) {
    this.options = options;
    this.mode = options.mode();
    this.seed = seed;
    SplitMix64 constants = new SplitMix64(SplitMix64.stateOf(seed, CONSTANTS));
    boolean redrawn = mode == TpccMode.SYSBENCH;
    names = new Nurand(255, 0, 999, redrawn ? Nurand.REDRAWN : Nurand.drawNameConstant(constants));
    customers =
        new Nurand(
            1023, 1, CUSTOMERS, redrawn ? Nurand.REDRAWN : Nurand.between(constants, 0, 1023));
    items =
        new Nurand(8191, 1, ITEMS, redrawn ? Nurand.REDRAWN : Nurand.between(constants, 0, 8191));
    deck = new byte[options.weights().stream().mapToInt(Integer::intValue).sum()];
  }

  int nameConstant() {
    return names.c();
  }

  /**
   * Draws a transaction of a worker without pacing, at a randomly drawn terminal: any two workers
   * meet at a warehouse equally often, whatever their number.
   *
   * @param number of the transaction, from 0
   */
  void nextAnywhere(int worker, long number) {
    drawKind(worker, number);
    draw(RandomColumns.below(random, options.users().terminals()));
  }

  void next(int terminal, long number) {
    drawKind(terminal, number);
    draw(terminal);
  }

  private void drawKind(int user, long number) {
    long stream = SplitMix64.stateOf(seed, ~(long) user);
    if (mode == TpccMode.SYSBENCH) {
      random.moveTo(SplitMix64.stateOf(stream, number), 0);
      fillDeck();
      kind = card(RandomColumns.below(random, deck.length));
    } else {
      shuffleDeck(user, number / deck.length, stream);
      random.moveTo(SplitMix64.stateOf(stream, number), 0);
      kind = card((int) (number % deck.length));
    }
  }

  private TpccKind card(int place) {
    return options.kinds().get(deck[place]);
  }

  private void fillDeck() {
    int place = 0;
    for (int number = 0; number < options.weights().size(); number++) {
      for (int i = options.weights().get(number); i > 0; i--) {
        deck[place++] = (byte) number;
      }
    }
  }

  private void shuffleDeck(int user, long decks, long stream) {
    if (user == deckUser && decks == deckNumber) {
      return;
    }
    deckUser = user;
    deckNumber = decks;
    fillDeck();
    random.moveTo(SplitMix64.stateOf(stream, ~decks), 0);
    for (int last = deck.length - 1; last > 0; last--) {
      int place = RandomColumns.below(random, last + 1);
      byte card = deck[last];
      deck[last] = deck[place];
      deck[place] = card;
    }
  }

  private void draw(int terminal) {
    if (mode == TpccMode.SYSBENCH) {
      set = uniform(options.sets());
      warehouse = uniform(options.warehouses());
    } else {
      int home = terminal % options.allWarehouses();
      set = home % options.sets() + 1;
      warehouse = home / options.sets() + 1;
    }
    district = uniform(DISTRICTS);
    switch (kind) {
      case NEW_ORDER -> drawNewOrder();
      case PAYMENT -> drawPayment();
      case ORDER_STATUS -> drawCustomer();
      case DELIVERY -> carrier = uniform(10);
      case STOCK_LEVEL -> {
        threshold = Nurand.between(random, 10, 20);
        if (mode == TpccMode.SPEC) {
          district = terminal / options.allWarehouses() % DISTRICTS + 1;
        }
      }
      case PURGE -> firstPlace = random.state();
    }
  }

  private void drawNewOrder() {
    customer = customers.draw(random);
    lines = Nurand.between(random, Order.FEWEST_LINES, Order.MOST_LINES);
    rolledBack = uniform(100) == 1;
    local = true;
    for (int line = 0; line < lines; line++) {
      item[line] = items.draw(random);
      boolean remote = uniform(100) == 1;
      supplier[line] = remote ? mode.otherWarehouse(random, warehouse, options) : warehouse;
      local &= !mode.countsAsRemote(remote, supplier[line] != warehouse);
      quantity[line] = uniform(10);
    }
    if (rolledBack) {
      item[lines - mode.unusedLineFromEnd()] = UNUSED_ITEM;
    }
  }

  private void drawPayment() {
    drawCustomer();
    cents = mode.drawCents(random);
    boolean home = uniform(100) <= HOME_PER_HUNDRED;
    customerWarehouse = home ? warehouse : mode.otherWarehouse(random, warehouse, options);
    customerDistrict = home ? district : uniform(DISTRICTS);
  }

  private void drawCustomer() {
    boolean byName = uniform(100) <= NAMES_PER_HUNDRED;
    lastName = byName ? Customer.lastName(names.draw(random)) : "";
    customer = byName ? 0 : customers.draw(random);
    customerWarehouse = warehouse;
    customerDistrict = district;
  }

  void moveTo(int number) {
    random.moveTo(firstPlace, DRAWS_OF_A_PLACE * (long) number);
    set = uniform(options.sets());
    warehouse = uniform(options.warehouses());
    district = uniform(DISTRICTS);
  }

  boolean byName() {
    return customer == 0;
  }

  int remoteLines() {
    int remote = 0;
    for (int line = 0; line < lines; line++) {
      remote += isRemote(line) ? 1 : 0;
    }
    return remote;
  }

  boolean isRemote(int line) {
    return supplier[line] != warehouse;
  }

  private int uniform(int high) {
    return Nurand.between(random, 1, high);
  }
}
