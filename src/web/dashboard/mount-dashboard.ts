import type { H3, H3Event } from 'h3';
import type { Accounts } from '../../auth/accounts.ts';
import type { Credentials } from '../../auth/admit.ts';
import type { ApiKeys } from '../../auth/api-keys.ts';
import type { PasswordLinks } from '../../auth/password-links.ts';
import type { Quotas } from '../../auth/quotas.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import type { McpScans } from '../../scans/mcp-scans.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Gate } from '../../tools/gate.ts';
import type { Layout } from '../layout.ts';
import { mountKeys } from './mount-keys.ts';
import { mountScans } from './mount-scans.ts';
import { mountSignIn } from './mount-sign-in.ts';
import { createRouting } from './routing.ts';
import type { Visitors } from './visitors.ts';

export interface DashboardParts {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly signIn: SignIn;
  readonly passwordLinks: PasswordLinks;
  readonly scans: Scans;
  readonly mcpScans: McpScans;
  readonly quotas: Quotas;
  readonly gate: Gate;
  readonly layout: Layout;
  readonly baseUrl: string;
  readonly visitors: Visitors;
  credentialsOf(event: H3Event): Credentials;
}

/** `/dashboard`: people sign in and manage their keys and scans. Everything works without a script. */
export function mountDashboard(app: H3, parts: DashboardParts): void {
  const routing = createRouting(app, parts);
  mountSignIn(routing, parts);
  mountKeys(routing, parts);
  mountScans(routing, parts);
}
