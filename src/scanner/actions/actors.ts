import type { ActionKind, ActorId } from '../model/actions.ts';

/** A published description of how one kind of agent acts. Data only. Published in docs/actors.md. */
export interface Actor {
  readonly id: ActorId;
  readonly name: string;
  /** What it works with, in one sentence. */
  readonly acts: string;
  readonly kinds: readonly ActionKind[];
  readonly sources: readonly ActorSource[];
}

export interface ActorSource {
  readonly says: string;
  /** Undefined for an assumption. */
  readonly url?: `https://${string}`;
  readonly basis: 'documented' | 'source' | 'measured' | 'assumed';
  /** ISO date on which it was read there; undefined while it is quoted and awaits a reading. */
  readonly readOn?: string;
}

/** What people do with their hands: agents do it by HTTP, or in a browser. */
const BY_HAND: readonly ActionKind[] = ['search', 'form', 'list', 'figures', 'buying', 'account'];

export const ACTORS: readonly Actor[] = Object.freeze([
  {
    id: 'form-agent',
    name: 'Form agent',
    acts: 'It reads HTML without running scripts, fills in forms by their labels and names, and sends them by HTTP.',
    kinds: BY_HAND,
    sources: [
      {
        says: 'A form is sent with the names and values of its fields, to its action, by its method.',
        url: 'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-2',
        basis: 'documented',
      },
      {
        says: 'A form whose default button is disabled is not sent by Enter.',
        url: 'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#implicit-submission',
        basis: 'documented',
      },
      {
        says: 'A list leads on where each of its pages has an address of its own and links to the next (Google Search Central).',
        url: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
        basis: 'documented',
      },
      {
        says: 'The fetchers of OpenAI, Anthropic and Perplexity run no scripts.',
        url: 'https://vercel.com/blog/the-rise-of-the-ai-crawler',
        basis: 'measured',
      },
      { says: 'It follows links from the home page, as people do.', basis: 'assumed' },
    ],
  },
  {
    id: 'browser-agent',
    name: 'Browser agent',
    acts: 'It runs scripts and acts on the accessibility tree: it finds controls by role and name.',
    kinds: [...BY_HAND, 'tools'],
    sources: [
      {
        says: 'An agent in a browser is given the accessibility tree of a page.',
        url: 'https://github.com/microsoft/playwright-mcp',
        basis: 'source',
        readOn: '2026-11-22',
      },
      {
        says: 'In that tree only interactive elements can be referred to, to click or to type into them.',
        url: 'https://playwright.dev/mcp/snapshots',
        basis: 'documented',
        readOn: '2026-11-27',
      },
      {
        says: 'OpenAI says that ChatGPT Atlas interprets pages by ARIA labels and roles (as the W3C quotes it).',
        url: 'https://www.w3.org/events/meetings/f4cc8f18-a362-4f41-adaf-5088e5f38364',
        basis: 'documented',
        readOn: '2026-11-27',
      },
      {
        says: 'The name of a field comes from aria-labelledby, aria-label, its label, title and placeholder, in this order.',
        url: 'https://www.w3.org/TR/html-aam-1.0/',
        basis: 'documented',
      },
      {
        says: 'Captchas, pop-ups and navigation are where agents in browsers fail most often (BrowserArena).',
        basis: 'measured',
        url: 'https://arxiv.org/abs/2510.02418',
        readOn: '2026-11-27',
      },
      { says: 'Its verdicts are static: names, roles and targets in the HTML, no run of a browser.', basis: 'assumed' },
    ],
  },
  {
    id: 'api-agent',
    name: 'API agent',
    acts: 'It calls what a machine-readable description names: OpenAPI operations, MCP servers, A2A agents.',
    kinds: ['api', 'tools'],
    sources: [
      {
        says: 'A service description is found by rel="service-desc" and /.well-known/api-catalog.',
        url: 'https://www.rfc-editor.org/rfc/rfc9727',
        basis: 'documented',
      },
      {
        says: 'An OpenAPI description names servers, paths, parameters and security schemes.',
        url: 'https://spec.openapis.org/oas/latest.html',
        basis: 'documented',
      },
      {
        says: 'A server with a relative URL is on the host of the description.',
        url: 'https://swagger.io/docs/specification/v3_0/api-host-and-base-path/',
        basis: 'documented',
        readOn: '2026-11-27',
      },
      { says: 'It tries /openapi.json where nothing leads to a description.', basis: 'assumed' },
    ],
  },
] as const satisfies readonly Actor[]);

/** The actors that would do a kind of action. */
export const actorsFor = (kind: ActionKind): ActorId[] =>
  ACTORS.filter(({ kinds }) => kinds.includes(kind)).map(({ id }) => id);
