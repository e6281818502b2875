package io.github.bmt4j.workload.script;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes jumps of {@code \if}, {@code \elif}, {@code \else} and {@code \endif}. */
final class Branches {
  private final Source source;
  private final List<Step> steps;
  private final Deque<Block> blocks = new ArrayDeque<>();

  /** An open \if: its place, and its jumps whose targets are still unknown. */
  private static final class Block {
    private final int place;
    private final List<Jump> toEnd = new ArrayList<>();
    private @Nullable Jump toNext;

    Block(int place) {
      this.place = place;
    }
  }

  /** Jumps to another step; with a condition, only if it is false. */
  private static final class Jump implements Step {
    private final String place;
    private final @Nullable Expression condition;
    private int target;

    Jump(String place, @Nullable Expression condition) {
      this.place = place;
      this.condition = condition;
    }

    @Override
    public int run(ScriptSession session, Frame frame, int at) throws SQLException {
      if (condition == null) {
        return target;
      }
      frame.at(place);
      condition.push(frame);
      return frame.popTruth() ? at + 1 : target;
    }
  }

  Branches(Source source, List<Step> steps) {
    this.source = source;
    this.steps = steps;
  }

  void begin(int place, Expression condition) {
    Block block = new Block(place);
    blocks.push(block);
    block.toNext = jump(place, condition);
  }

  void next(int place, @Nullable Expression condition) {
    String word = condition == null ? "\\else" : "\\elif";
    Block block = open(place, word);
    if (block.toNext == null) {
      throw source.error(place, word + " after \\else");
    }
    block.toEnd.add(jump(place, null));
    block.toNext.target = steps.size();
    block.toNext = condition == null ? null : jump(place, condition);
  }

  void end(int place) {
    Block block = open(place, "\\endif");
    if (block.toNext != null) {
      block.toNext.target = steps.size();
    }
    block.toEnd.forEach(jump -> jump.target = steps.size());
    blocks.pop();
  }

  void close() {
    Block open = blocks.peek();
    if (open != null) {
      throw source.error(open.place, "\\if without \\endif");
    }
  }

  private Block open(int place, String word) {
    Block block = blocks.peek();
    if (block == null) {
      throw source.error(place, word + " without \\if");
    }
    return block;
  }

  private Jump jump(int place, @Nullable Expression condition) {
    Jump jump = new Jump(source.where(place), condition);
    steps.add(jump);
    return jump;
  }
}
