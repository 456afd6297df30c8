/**
 * @file line.h
 * @brief A serial line that is read line by line.
 */
#ifndef LINE_H
#define LINE_H

/** A serial line. */
typedef struct line {
  int fd;          /**< of the open device */
  char text[128];  /**< what has come so far */
} line_t;

/**
 * Reads until the end of a line or for a second.
 * @param line an open line
 * @return 1 where a whole line has come, otherwise 0
 */
int line_read(line_t *line);

/**
 * Reads the number at the end of a line.
 * @param text such as `R1 0024`
 * @return the number, or -1
 */
int line_number(const char *text);

#endif
