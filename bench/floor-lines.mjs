/** The least that reading a log line by line takes in Node: `node floor-lines.mjs FILE` prints its lines and characters. */
import { createReadStream } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

let [lines, characters] = [0, 0];
for await (const line of createInterface({ input: createReadStream(process.argv[2] ?? ''), crlfDelay: Infinity })) {
  lines += 1;
  characters += line.length;
}
process.stdout.write(`${JSON.stringify({ lines, characters })}\n`);
