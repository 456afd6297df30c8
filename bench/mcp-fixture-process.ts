/** A fixture server in a process of its own, so that its work is not counted as ours. Prints its endpoint. */
import { fiveHundredTools } from '../test/fixtures/mcp-servers/listing.ts';
import { legacy, modern } from '../test/fixtures/mcp-servers/speaking.ts';
import { serveMcp } from '../test/support/mcp-server.ts';

const SERVERS = { modern: () => modern(), legacy: () => legacy(), 'five-hundred': () => modern(fiveHundredTools) };

const [name = ''] = process.argv.slice(2);
const create = SERVERS[name as keyof typeof SERVERS];
if (create === undefined) throw new Error(`no fixture ${name}; there are ${Object.keys(SERVERS).join(', ')}`);
console.log((await serveMcp(create())).url);
