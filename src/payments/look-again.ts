const FIRST_MS = 100;
const LONGEST_MS = 1_000;

/** How long to wait before another look at what somebody else holds: anybody may have any number of requests wait. */
export const lookAgainMs = (looks: number): number => Math.min(FIRST_MS * 2 ** looks, LONGEST_MS);
