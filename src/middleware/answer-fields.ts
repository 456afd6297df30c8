import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AnswerHead } from './public.ts';

/** The fields of an answer that are given at once: by name, or as a flat list of names and values. */
type Given = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/** The further fields of an answer: names and whole values, which replace those that are there. */
export type FieldsFor = (head: AnswerHead) => readonly (readonly [name: string, value: string])[];

/**
 * Sets fields of an answer at the last moment, when its status and all others are known. The body is not looked at.
 */
export function setFieldsOnWrite(response: ServerResponse, fieldsFor: FieldsFor): void {
  const { writeHead } = response;
  // Node calls it for answers without a call of their own, too.
  response.writeHead = (status: number, reason?: string | Given, headers?: Given) => {
    response.writeHead = writeHead;
    const message = typeof reason === 'string' ? reason : undefined;
    const given = typeof reason === 'string' ? headers : reason;
    const own = givenFields(given);
    const get = (name: string): string | null => own.get(name) ?? textOf(response.getHeader(name));
    const added = fieldsFor({ status, get });
    const all = withFields(response, given, added);
    return message === undefined ? response.writeHead(status, all) : response.writeHead(status, message, all);
  };
}

/** The values by lower-case name; several of a name as a list. */
function givenFields(given: Given): Map<string, string> {
  const fields = new Map<string, string>();
  const add = (name: string, value: OutgoingHttpHeader | undefined): void => {
    const text = textOf(value);
    const key = name.toLowerCase();
    const before = fields.get(key);
    if (text !== null) fields.set(key, before === undefined ? text : `${before}, ${text}`);
  };
  if (Array.isArray(given)) {
    for (let at = 0; at + 1 < given.length; at += 2) add(String(given[at]), given[at + 1]);
  } else for (const [name, value] of Object.entries(given ?? {})) add(name, value);
  return fields;
}

const textOf = (value: OutgoingHttpHeader | undefined): string | null =>
  value === undefined ? null : Array.isArray(value) ? value.join(', ') : String(value);

/** The given fields with the added ones in them: a field that is both given and set would lose one of its values. */
function withFields(response: ServerResponse, given: Given, added: ReturnType<FieldsFor>): Given {
  if (added.length === 0) return given;
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  if (Array.isArray(given)) {
    const kept = given.filter((_, at) => !names.has(String(given[at - (at % 2)]).toLowerCase()));
    return [...kept, ...added.flat()];
  }
  for (const [name, value] of added) response.setHeader(name, value);
  return Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => !names.has(name.toLowerCase())));
}
