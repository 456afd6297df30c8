package org.tidewise;

import java.time.LocalTime;

/**
 * One crossing.
 *
 * @param leaves the time at the pier
 * @param minutes how long it takes
 * @param season when it is offered
 * @param bicycles how many the boat takes
 */
public record Sailing(LocalTime leaves, int minutes, Season season, int bicycles) {
  /**
   * Says when the boat arrives.
   *
   * @return the time at the other pier
   */
  public LocalTime arrives() {
    return leaves.plusMinutes(minutes);
  }
}
