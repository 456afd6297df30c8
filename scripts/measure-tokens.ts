/** `npm run measure-tokens`: what the list of our tools costs a conversation, by tool. */
import { TOOLS } from '../src/tools/registry.ts';
import { listTools } from '../src/transport/features/tools.ts';

/** Characters of English and JSON that make a token, about. */
const CHARACTERS_PER_TOKEN = 4;

const row = (name: string, value: unknown) => {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  console.log(
    `${name.padEnd(16)} ${String(bytes).padStart(6)} bytes  about ${Math.ceil(bytes / CHARACTERS_PER_TOKEN)} tokens`,
  );
};
const tools = listTools(TOOLS);
for (const tool of tools) row(tool.name, tool);
row('tools/list', { tools });
