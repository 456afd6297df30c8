/**
 * Places in the sources instead of those in a bundle of the tests. Node would do that too, but reads the map of every
 * module that it loads, and this only those of an error.
 */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

const PLACE = /(?:file:\/\/)?(\/[^\s():]+\.mjs):(\d+):(\d+)/g;

/** The text of an error, or one place. */
export function placesInSources(text: string): string {
  return text.replaceAll(PLACE, (place, file: string, line: string, column: string) => {
    if (!existsSync(`${file}.map`)) return place;
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    const source = resolve(dirname(file), entry.originalSource.replace(/^file:\/\//, ''));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
