/** Words with a capital at their start. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A number with its noun: "1 place", "2 places". */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
