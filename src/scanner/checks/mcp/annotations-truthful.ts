import { NO_TOOLS, trimmed, wordsOfName } from '../../mcp/tools.ts';
import type { McpTool } from '../../model/mcp.ts';
import { isObject } from '../../parse/json/json.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { listEvidence } from './evidence.ts';

/** Verbs that tool names and the values of action parameters begin with, lower-case. Whole words only. */
const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Nothing changes. Left out are verbs that also begin names of tools that write: resolve, query, check, show. */
const READ_VERBS = list('get list read search find fetch describe count view lookup');

/** Verbs that are not also everyday nouns: they tell a choice of acts from a choice of things. */
const PLAIN_WRITE_VERBS = list(`
  create update delete remove write insert upsert send patch purge destroy add rename cancel publish deploy modify edit
  replace restore approve revoke submit enable disable`);

const WRITE_VERBS: ReadonlySet<string> = new Set([
  ...PLAIN_WRITE_VERBS,
  ...list('post put drop set move merge close fill click type upload save store reset clear archive reply start stop'),
  ...list('restart run execute'),
]);

/** Their object does not exist afterwards. */
const DESTROY_VERBS = list('delete remove drop purge revoke destroy wipe truncate erase');

export default defineCheck({
  id: 'M20',
  slug: 'annotations-truthful',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Annotations match what the tools do',
    fail: 'Annotations contradict what the tools do',
    action: 'Correct the annotations',
  },
  why: 'A false hint makes a client run what a person should have approved, or ask about a harmless call.',
  rule: 'Passes when no hint contradicts its tool. Fails when a tool is both read-only and destructive, or read-only with a name that starts with delete, remove, drop, purge, revoke or a similar verb. Warns about a reading verb with readOnlyHint false (unless it writes a file), a deleting verb with destructiveHint false, a parameter whose values both read and write, and a free-text action, method or operation (HTTP methods are exempt). Not applicable without tools.',
  sources: [
    'https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations',
    'https://support.claude.com/en/articles/11697096-anthropic-mcp-directory-policy',
  ],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const contradictions = tools.flatMap(contradictionsOf);
    const doubts = tools.flatMap(doubtsOf);
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: contradictions.length + doubts.length,
      threshold: 0,
      findings: [...contradictions, ...doubts],
    };
    if (contradictions.length > 0) {
      return fail(
        `Annotations contradict each other or the name of their tool in ${pluralize(contradictions.length, 'place')}.`,
        {
          howToFix:
            'Set readOnlyHint to false where a tool changes anything, and destructiveHint to true where it deletes.',
          evidence,
        },
      );
    }
    if (doubts.length === 0)
      return pass(`No annotation of ${pluralize(tools.length, 'tool')} is at odds with its tool.`, evidence);
    return warn(`Annotations or parameters leave in doubt what a call does in ${pluralize(doubts.length, 'place')}.`, {
      howToFix:
        'Correct the hints, and split a tool whose parameter chooses between reading and writing into one tool for each, so that each can be annotated truthfully.',
      evidence,
    });
  },
});

interface Finding {
  readonly at: string;
  readonly found: string;
}

function contradictionsOf({ name, annotations }: McpTool): Finding[] {
  if (annotations.readOnlyHint !== true) return [];
  const found = [
    annotations.destructiveHint === true && 'readOnlyHint and destructiveHint are both true',
    DESTROY_VERBS.has(firstWord(name)) && 'readOnlyHint is true, but the name says that it deletes',
  ];
  return findings(name, found);
}

function doubtsOf({ name, annotations, inputSchema, description }: McpTool): Finding[] {
  const { readOnlyHint, destructiveHint } = annotations;
  const writes = wordsOfName(name).some((word) => WRITE_VERBS.has(word)) || writesFiles(trimmed(description));
  const found = [
    readOnlyHint === false &&
      READ_VERBS.has(firstWord(name)) &&
      !writes &&
      'readOnlyHint is false, but the name says that it reads',
    readOnlyHint !== true &&
      destructiveHint === false &&
      DESTROY_VERBS.has(firstWord(name)) &&
      'destructiveHint is false, but the name says that it deletes',
  ];
  const parameters = actionParameters(inputSchema).map(({ key, fault }) => ({
    at: `${name}.${key}`,
    found: fault === 'mixed' ? 'the values both read and write' : 'any text names what the tool does',
  }));
  return [...findings(name, found), ...parameters];
}

/** A reader that leaves a file where it runs is none that only reads. */
const writesFiles = (description: string): boolean =>
  /\b(?:sav|writ|download|stor|export)(?:e|es|ing|s)?\b[^.]{0,80}\b(?:files?|disk|folder|directory|path|locally)\b/i.test(
    description.slice(0, 4_096),
  );

const findings = (at: string, found: readonly (string | false)[]): Finding[] =>
  found.filter((words) => words !== false).map((words) => ({ at, found: words }));

const firstWord = (name: string): string => wordsOfName(name)[0] ?? '';

const MAX_VALUES = 200;
const FREE = new Set(['action', 'method', 'operation']);
const CHOOSES_ACT = new Set([...FREE, 'op', 'command', 'cmd', 'verb']);
/** Objects of a choice: a right, an event or a state. The tool itself does not perform the act that they name. */
const NOT_AN_ACT = new Set([
  ...['access', 'permission', 'permissions', 'role', 'roles', 'scope', 'scopes', 'privilege', 'level'],
  ...['event', 'events', 'trigger', 'triggers', 'hook', 'filter', 'sort', 'status', 'state', 'reason'],
]);
const HTTP_METHODS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'connect', 'query']);

interface ActionParameter {
  readonly key: string;
  /** `mixed`: the values offered both read and write. `free`: any text names the act. */
  readonly fault: 'mixed' | 'free';
}

/**
 * Top-level parameters that choose what a tool does, so that no annotation of the tool can be true of it. The method of
 * an HTTP request is exempt: what it does is decided elsewhere.
 */
function actionParameters(inputSchema: unknown): ActionParameter[] {
  const properties = isObject(inputSchema) && isObject(inputSchema.properties) ? inputSchema.properties : {};
  return Object.entries(properties).flatMap(([key, schema]): ActionParameter[] => {
    if (!isObject(schema) || isHttpMethod(key, schema, properties)) return [];
    if (Array.isArray(schema.enum)) return isMixed(key, schema.enum) ? [{ key, fault: 'mixed' }] : [];
    const isFree = schema.type === 'string' && !['const', 'anyOf', 'oneOf', 'pattern'].some((word) => word in schema);
    return isFree && FREE.has(key.toLowerCase()) ? [{ key, fault: 'free' }] : [];
  });
}

function isMixed(key: string, values: readonly unknown[]): boolean {
  const words = wordsOfName(key);
  if (words.some((word) => NOT_AN_ACT.has(word))) return false;
  const writes = words.some((word) => CHOOSES_ACT.has(word)) ? WRITE_VERBS : PLAIN_WRITE_VERBS;
  const verbs = values
    .slice(0, MAX_VALUES)
    .flatMap((value) => (typeof value === 'string' ? wordsOfName(value).slice(0, 1) : []));
  return verbs.some((verb) => READ_VERBS.has(verb)) && verbs.some((verb) => writes.has(verb));
}

type Schema = Readonly<Record<string, unknown>>;

function isHttpMethod(key: string, schema: Schema, siblings: Schema): boolean {
  const isCalledSo = wordsOfName(key).some((word) => word === 'method' || word === 'verb');
  if (Array.isArray(schema.enum)) {
    return schema.enum.every(
      (value) =>
        typeof value === 'string' &&
        HTTP_METHODS.has(value.toLowerCase()) &&
        (isCalledSo || value === value.toUpperCase()),
    );
  }
  if (!isCalledSo) return false;
  const says = typeof schema.description === 'string' ? schema.description.slice(0, 1_000) : '';
  return /\b(?:HTTP|GET|POST)\b/.test(says) || ['url', 'uri', 'endpoint', 'path'].some((name) => name in siblings);
}
