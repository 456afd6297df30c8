/**
 * @file gauge.h
 * @brief Opening a gauge, and sums of rain.
 */
#ifndef GAUGE_H
#define GAUGE_H

#include "line.h"

/** Minutes in a day: as many readings are kept. */
#define GAUGE_KEPT 1440

/** What can go wrong. */
typedef enum {
  GAUGE_OK,      /**< nothing */
  GAUGE_NO_LINE, /**< the serial line cannot be opened */
  GAUGE_SILENT   /**< the gauge has not answered for ten minutes */
} gauge_error_t;

/** An open gauge. */
typedef struct gauge {
  /** Tenths of a millimetre a minute, newest last. */
  int readings[GAUGE_KEPT];
  /** How many of them are set. */
  int count;
  /** The line that it answers on. */
  line_t line;
} gauge_t;

/**
 * Opens a gauge.
 * @param path of the serial device
 * @return the gauge, or NULL; gauge_last_error() has the reason
 */
gauge_t *gauge_open(const char *path);

/**
 * Adds up the rain of the last minutes.
 * @param gauge an open gauge
 * @param minutes from 1 to GAUGE_KEPT
 * @return tenths of a millimetre
 */
int gauge_sum(const gauge_t *gauge, int minutes);

/** Closes the line and frees the gauge. */
void gauge_close(gauge_t *gauge);

/** The reason why the last call failed. */
gauge_error_t gauge_last_error(void);

#endif
