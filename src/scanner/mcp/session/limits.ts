/** For a whole scan: the session, waiting for a thread, and grading. Callers are promised it. */
export const SCAN_MS = 30_000;

/** What one session may cost, on both sides. */
export interface McpLimits {
  /** From connecting to the last byte of one answer. */
  readonly requestMs: number;
  /** The same where an answer may never come by design: a GET, which may open a silent stream, and goodbyes. */
  readonly shortMs: number;
  readonly sessionMs: number;
  /** Requests besides the pages of lists. */
  readonly requests: number;
  /** Redirects followed in one session. */
  readonly redirects: number;
  /** Of one body, decoded. */
  readonly bodyBytes: number;
  /** Of all bodies of the session together, decoded. */
  readonly sessionBytes: number;
  /**
   * JSON values of all answers of the session together. An empty object costs three bytes on the wire and seventy in
   * memory, so that bytes alone bound nothing; 1,000 ordinary tools, listed twice, are 50,000 values.
   */
  readonly sessionValues: number;
  /** Server-sent events of one answer. */
  readonly events: number;
  /** Pages of one list. */
  readonly pages: number;
  /** Items of one list. */
  readonly items: number;
}

export const MCP_LIMITS: McpLimits = {
  requestMs: 8_000,
  shortMs: 3_000,
  // Of SCAN_MS; the rest is for grading.
  sessionMs: 28_000,
  requests: 16,
  redirects: 3,
  bodyBytes: 4 * 1024 * 1024,
  sessionBytes: 16 * 1024 * 1024,
  sessionValues: 200_000,
  events: 200,
  pages: 20,
  items: 1_000,
};
