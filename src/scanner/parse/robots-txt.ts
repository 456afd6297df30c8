export interface RobotsRule {
  readonly allow: boolean;
  /** The pattern as written, percent-encoding normalised; '' matches nothing. */
  readonly pattern: string;
  readonly line: number;
}
export interface RobotsGroup {
  /** Product tokens, lower-case; '*' is the default group. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
  readonly crawlDelaySeconds: number | undefined;
}
export interface RobotsTxt {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
  /** Directives outside the groups' rules that are known (content-signal, license, agentmap ...), in file order. */
  readonly directives: readonly {
    readonly name: string;
    readonly value: string;
    readonly line: number;
    readonly agents: readonly string[];
  }[];
  readonly comments: readonly string[];
  /** 1-based numbers of lines that are no directive anybody knows. */
  readonly unknownLines: readonly number[];
}
