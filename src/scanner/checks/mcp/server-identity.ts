import { isText } from '../../parse/json/json.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { callRequest, noSession } from './evidence.ts';

/** Names that templates and tutorials leave behind. */
const PLACEHOLDER_NAMES = new Set(
  'mcp mcp-server mcp_server my-mcp-server my-server example example-server demo demo-server test test-server server untitled unknown default'.split(
    ' ',
  ),
);
const PLACEHOLDER_VERSIONS = new Set(['0.0.0', 'v0.0.0', 'unknown', 'dev', '0.0.0-dev', '0.0.0-development']);
const EXTRAS = ['title', 'description', 'websiteUrl', 'icons'] as const;
const WANTED_EXTRAS = 2;
const BARE_CREDIT = 0.25;
const ONE_EXTRA_CREDIT = 0.75;

export default defineCheck({
  id: 'M9',
  slug: 'server-identity',
  series: 'mcp',
  category: 'identity',
  titles: {
    pass: 'The server identifies itself',
    fail: 'The server does not identify itself fully',
    action: 'Name the server, its version, its title and its website',
  },
  why: 'People choose between servers by title and icon, and report faults against a version. A server named "mcp-server" looks like any other.',
  rule: `Passes when serverInfo has its own name and version and at least ${WANTED_EXTRAS} of title, description, websiteUrl and icons. Warns with one of them (three quarters of the points) or none (a quarter). Fails when the name or version is missing or left over from a template (mcp-server, test, 0.0.0).`,
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/schema',
    'https://modelcontextprotocol.io/seps/973-expose-additional-metadata-for-implementations-res',
  ],
  needs: ['handshake'],
  evaluate({ handshake }) {
    if (handshake.outcome !== 'connected') return noSession(handshake);
    const { name, version, ...others } = handshake.serverInfo ?? {};
    const extras = EXTRAS.filter((extra) => isThere(others[extra]));
    const evidence = {
      url: handshake.finalUrl,
      request: callRequest(handshake, 'server/discover'),
      measured: `${extras.length} of ${EXTRAS.length}`,
      threshold: `${WANTED_EXTRAS} of ${EXTRAS.length}`,
      examples: [name, version].filter(isText),
    };
    const faults = [faultOf('name', name, PLACEHOLDER_NAMES), faultOf('version', version, PLACEHOLDER_VERSIONS)].filter(
      (fault) => fault !== undefined,
    );
    if (faults.length > 0) {
      return fail(`The server does not say who it is: ${faults.join(' and ')}.`, { howToFix: HOW_TO_FIX, evidence });
    }
    if (extras.length >= WANTED_EXTRAS) return pass(`The server has a name, a version, ${list(extras)}.`, evidence);
    const missing = EXTRAS.filter((extra) => !extras.includes(extra));
    const credit = extras.length === 0 ? BARE_CREDIT : ONE_EXTRA_CREDIT;
    return warn(`The server has a name and a version, but lacks ${list(missing)}.`, {
      howToFix: HOW_TO_FIX,
      evidence,
      credit,
    });
  },
});

const HOW_TO_FIX =
  'Give the server a name that is its own, the version of the build, a title as people know it, a description in one sentence, its websiteUrl and an icon (https or data).';

function faultOf(field: string, value: unknown, placeholders: ReadonlySet<string>): string | undefined {
  if (!isText(value)) return `it has no ${field}`;
  return placeholders.has(value.trim().toLowerCase()) ? `its ${field} is left over from a template` : undefined;
}

const isThere = (value: unknown): boolean => isText(value) || (Array.isArray(value) && value.length > 0);

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
