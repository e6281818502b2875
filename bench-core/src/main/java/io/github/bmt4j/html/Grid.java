package io.github.bmt4j.html;

import java.util.List;

/** A table of words. */
record Grid(String title, List<String> head, List<List<String>> rows) {}
