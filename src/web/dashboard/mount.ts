import type { H3 } from 'h3';
import { mountBatches } from './batches.ts';
import type { DashboardParts } from './frame.ts';
import { createRouting } from './frame.ts';
import { mountKeys } from './keys.ts';
import { mountLogs } from './logs.ts';
import { mountScans } from './scans.ts';
import { mountSignIn } from './sign-in.ts';
import { mountSites } from './sites.ts';
import { mountWatches } from './watches.ts';

/** `/dashboard`: people sign in and manage their keys and scans. Everything works without a script. */
export function mountDashboard(app: H3, parts: DashboardParts): void {
  const routing = createRouting(app, parts);
  mountSignIn(routing, parts);
  mountKeys(routing, parts);
  mountSites(routing, parts);
  mountBatches(routing, parts);
  mountScans(routing, parts);
  mountWatches(routing, parts);
  mountLogs(routing, parts);
}
