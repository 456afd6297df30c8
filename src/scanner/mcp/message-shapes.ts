/**
 * The types of the members that messages of MCP have, by the published schema of each revision
 * (https://github.com/modelcontextprotocol/modelcontextprotocol/tree/main/schema). No member may be null. Required
 * members are judged by the checks that use them.
 */

import { isObject } from '../parse/json/json.ts';

type Kind = 'string' | 'boolean' | 'number' | 'object' | 'array';

interface Member {
  readonly kind: Kind;
  /** The first revision that has it: an older one takes it for an extra member of any type. */
  readonly since: string;
  /** Of an object, or of each entry of an array. */
  readonly of?: Shape;
}

export type Shape = Readonly<Record<string, Member>>;

/** Revisions are dates, so that they compare as texts. */
const FIRST = '2024-11-05';
const WITH_ANNOTATIONS = '2025-03-26';
const WITH_TITLES = '2025-06-18';
const WITH_ICONS = '2025-11-25';

const member = (kind: Kind, since = FIRST, of?: Shape): Member => ({
  kind,
  since,
  ...(of === undefined ? {} : { of }),
});

const ICONS = member('array', WITH_ICONS, {
  src: member('string'),
  mimeType: member('string'),
  sizes: member('array'),
  theme: member('string'),
});
/** What everything with a name has. */
const NAMED: Shape = {
  name: member('string'),
  title: member('string', WITH_TITLES),
  icons: ICONS,
};
const DESCRIBED: Shape = { ...NAMED, description: member('string'), _meta: member('object', WITH_TITLES) };
const ANNOTATED = member('object', FIRST, {
  audience: member('array'),
  priority: member('number'),
  lastModified: member('string', WITH_TITLES),
});

const SERVER_INFO: Shape = {
  ...NAMED,
  version: member('string'),
  description: member('string', WITH_ICONS),
  websiteUrl: member('string', WITH_ICONS),
};
const TOOL: Shape = {
  ...DESCRIBED,
  inputSchema: member('object'),
  outputSchema: member('object', WITH_TITLES),
  execution: member('object', WITH_ICONS, { taskSupport: member('string') }),
  annotations: member('object', WITH_ANNOTATIONS, {
    title: member('string'),
    readOnlyHint: member('boolean'),
    destructiveHint: member('boolean'),
    idempotentHint: member('boolean'),
    openWorldHint: member('boolean'),
  }),
};
const RESOURCE: Shape = {
  ...DESCRIBED,
  uri: member('string'),
  mimeType: member('string'),
  size: member('number', WITH_ANNOTATIONS),
  annotations: ANNOTATED,
};
const TEMPLATE: Shape = {
  ...DESCRIBED,
  uriTemplate: member('string'),
  mimeType: member('string'),
  annotations: ANNOTATED,
};
const PROMPT: Shape = {
  ...DESCRIBED,
  arguments: member('array', FIRST, {
    name: member('string'),
    title: member('string', WITH_TITLES),
    description: member('string'),
    required: member('boolean'),
  }),
};

/** What every result has, and what the next page of a list takes. */
const RESULT: Shape = { _meta: member('object'), nextCursor: member('string') };
const CAPABILITY = member('object');

export const SHAPES = {
  greeting: {
    ...RESULT,
    protocolVersion: member('string'),
    supportedVersions: member('array', '2026-07-28'),
    capabilities: member('object', FIRST, {
      experimental: CAPABILITY,
      logging: CAPABILITY,
      prompts: CAPABILITY,
      resources: CAPABILITY,
      tools: CAPABILITY,
      completions: { ...CAPABILITY, since: WITH_ANNOTATIONS },
      tasks: { ...CAPABILITY, since: WITH_ICONS },
    }),
    serverInfo: member('object', FIRST, SERVER_INFO),
    instructions: member('string'),
  },
  page: RESULT,
  response: {
    result: member('object'),
    error: member('object', FIRST, { code: member('number'), message: member('string') }),
  },
  tools: TOOL,
  resources: RESOURCE,
  resourceTemplates: TEMPLATE,
  prompts: PROMPT,
} as const satisfies Readonly<Record<string, Shape>>;

const MAX_FAULTS = 5;

/**
 * Members that have another type than the schema says, such as `tools[3].title is null`. At most five; the paths hold names of
 * the schema and numbers, and no text of the server.
 * @param revision one that there is
 * @param path how the value itself is called
 */
export function shapeFaults(value: unknown, shape: Shape, revision: string, path: string): string[] {
  if (!isObject(value)) return [];
  const faults: string[] = [];
  for (const [name, { kind, since, of }] of Object.entries(shape)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given === undefined || since > revision) continue;
    const at = path === '' ? name : `${path}.${name}`;
    if (typeOf(given) !== kind) faults.push(`${at} is ${article(typeOf(given))}`);
    else if (of !== undefined && Array.isArray(given))
      for (const [index, entry] of given.entries()) {
        if (faults.length >= MAX_FAULTS) break;
        faults.push(...shapeFaults(entry, of, revision, `${at}[${index}]`));
      }
    else if (of !== undefined) faults.push(...shapeFaults(given, of, revision, at));
    if (faults.length >= MAX_FAULTS) break;
  }
  return faults.slice(0, MAX_FAULTS);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const article = (type: string): string =>
  type === 'null' ? type : `${type === 'object' || type === 'array' ? 'an' : 'a'} ${type}`;
