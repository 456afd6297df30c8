/** The same text in memory of its own: what is cut from a line keeps the whole line alive. */
export const copyOf = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');
