import { serveDocs, DOCS } from './docs-server.ts';
const s = await serveDocs(DOCS, { copies: 4, latencyMs: 20 });
console.log(s.origin);
