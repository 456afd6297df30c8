package org.tidewise;

/** What a boat must know of the sea. */
@FunctionalInterface
public interface Tide {
  /** The least water under the keel, in metres. */
  double LEAST = 0.6;

  /**
   * Gives the height of the sea.
   *
   * @param hour of the day, from 0 to 23
   * @return metres above chart datum
   */
  double heightAt(int hour);

  /**
   * Tells whether a boat floats at the pier.
   *
   * @param hour of the day
   * @param draught of the boat in metres
   * @return whether it does, with {@link #LEAST} to spare
   */
  default boolean floats(int hour, double draught) {
    return heightAt(hour) - draught >= LEAST;
  }
}
