/** A gateway in a process of its own, before the target that the first argument names: sends its URL, and its memory when asked. */
import { startGateway } from '../../src/middleware/gateway/gateway.ts';

const target = new URL(process.argv[2] ?? '');
const gateway = await startGateway({ target, host: '127.0.0.1', port: 0, trustsClients: false });
process.send?.(gateway.url);
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024));
