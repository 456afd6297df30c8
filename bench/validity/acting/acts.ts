/** What a site offers to do, apart from how a variant renders or breaks it; and what agents are asked to do there. */
import { hashOf } from '../content.ts';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'number' | 'date' | 'password' | 'textarea' | 'select';
  readonly options?: readonly string[];
}
export type FormKind = 'form' | 'cart' | 'account';
export interface FormSpec {
  readonly id: string;
  readonly kind: FormKind;
  /** The page that holds it. */
  readonly page: string;
  readonly action: string;
  readonly submit: string;
  readonly fields: readonly Field[];
  readonly hidden?: Readonly<Record<string, string>>;
}
export interface ListSpec {
  readonly page: string;
  readonly noun: string;
  readonly items: readonly { readonly title: string; readonly path: string }[];
  readonly perPage: number;
}
export interface FigureTable {
  readonly page: string;
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[];
}
/** A product with its offer, as JSON-LD states it. */
export interface Product {
  readonly page: string;
  readonly name: string;
  readonly sku: string;
  readonly price: string;
  readonly available: boolean;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
}
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly needsKey: boolean;
}
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly argument: string;
}
export interface Acts {
  readonly forms: readonly FormSpec[];
  readonly lists: readonly ListSpec[];
  readonly figures: readonly FigureTable[];
  readonly products: readonly Product[];
  readonly api: readonly Operation[];
  /** The page about the API. */
  readonly apiPage: string | undefined;
  readonly tools: readonly Tool[];
  readonly tasks: readonly Task[];
}

/** What the user calls a value, and the value. */
export interface Given {
  readonly words: readonly string[];
  readonly value: string;
}
interface Goal {
  readonly id: string;
  /** What the user says of it; they lead to the place. */
  readonly words: readonly string[];
}
/** Each is done when the agent has read `answer`: a code that only the right values lead to, or the right figure. */
export type Task = Goal & { readonly answer: string } & (
    | { readonly kind: FormKind; readonly values: readonly Given[] }
    | { readonly kind: 'search'; readonly query: string }
    | { readonly kind: 'list' }
    | { readonly kind: 'figure'; readonly row: string; readonly column: string; readonly isOffer: boolean }
    | { readonly kind: 'api'; readonly values: readonly Given[] }
    | { readonly kind: 'tool'; readonly values: readonly Given[] }
  );

/** A reference that nothing but these values has. */
export const codeOf = (kind: string, ...values: readonly string[]): string =>
  `${kind}-${hashOf(`${kind}|${values.map((value) => value.trim().toLowerCase()).join('|')}`)
    .toString(36)
    .toUpperCase()
    .padStart(7, '0')}`;
export const formCode = ({ id, hidden = {} }: FormSpec, values: readonly string[]): string =>
  codeOf('REF', id, ...Object.values(hidden), ...values);
export const foundCode = (path: string): string => codeOf('FND', path);
export const listCode = (list: string, path: string): string => codeOf('LST', list, path);
export const apiCode = (operation: string, values: readonly string[]): string => codeOf('API', operation, ...values);
export const toolCode = (tool: string, value: string): string => codeOf('MCP', tool, value);
