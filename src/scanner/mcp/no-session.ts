import { type Outcome, unmeasured } from '../define-check.ts';
import type { McpHandshake } from './artifacts.ts';

/** What a check says that needs a session where there is none. */
export const noSession = ({ outcome }: Pick<McpHandshake, 'outcome'>): Outcome =>
  unmeasured(
    outcome === 'authorization'
      ? 'Could not be measured: it stands behind authorization.'
      : 'Could not be measured: no session could be opened (M1 says why).',
  );
