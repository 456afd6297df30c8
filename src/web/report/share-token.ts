/** As scans are given them: 22 characters of base62. Anything else is not even looked up. */
export const isShareToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text);
