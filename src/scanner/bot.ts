/** The product token robots.txt files address us by. */
export const BOT_TOKEN = 'LegibleBot';

/** What every request of ours calls itself; the address explains the bot and how to allow or block it. */
export const botUserAgent = (version: string, baseUrl: string): string => `${BOT_TOKEN}/${version} (+${baseUrl}/bot)`;
