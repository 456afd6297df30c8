import { basename } from 'node:path';
import type { Machine, References } from './hosts.ts';

/** A value with its references replaced, or the reason why it has none. */
export type Resolved = { readonly value: string; readonly isLiteral: boolean } | { readonly missing: string };

const REFERENCE = /\$\{([^{}]{1,200})\}|\$([A-Za-z_][A-Za-z0-9_]{0,100})/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,100}$/;

/** Replaces what a value refers to, as its host does. Text that is no reference of this host stays. */
export function resolveReferences(text: string, references: References, machine: Machine): Resolved {
  if (references === 'none') return { value: text, isLiteral: true };
  let missing: string | undefined;
  let isLiteral = true;
  const value = text.replace(REFERENCE, (whole: string, inner: string | undefined, bare: string | undefined) => {
    const found = inner === undefined ? bareValue(bare, references, machine) : bracedValue(inner, references, machine);
    if (found === 'no-reference') return whole;
    isLiteral = false;
    if ('missing' in found) missing ??= found.missing;
    return 'value' in found ? found.value : '';
  });
  return missing === undefined ? { value, isLiteral } : { missing };
}

type Found = { readonly value: string } | { readonly missing: string } | 'no-reference';

const bareValue = (name: string | undefined, references: References, machine: Machine): Found =>
  references === 'dollar' && name !== undefined ? variable(name, undefined, machine) : 'no-reference';

function bracedValue(inner: string, references: References, machine: Machine): Found {
  if (references === 'named') return namedValue(inner, machine);
  const [name = '', ...rest] = inner.split(':-');
  if (NAME.test(name)) return variable(name, rest.length === 0 ? undefined : rest.join(':-'), machine);
  return references === 'braces' ? namedValue(inner, machine) : 'no-reference';
}

function namedValue(inner: string, machine: Machine): Found {
  const [kind = '', id] = inner.split(':', 2);
  if (kind === 'env' && id !== undefined) return variable(id, undefined, machine);
  if (kind === 'input') return { missing: `it asks for the input ${id ?? ''}, which only the host can ask for` };
  if (inner === 'workspaceFolder') return { value: machine.folder };
  if (inner === 'workspaceFolderBasename') return { value: basename(machine.folder) };
  if (inner === 'userHome') return { value: machine.home };
  if (inner === 'pathSeparator' || inner === '/') return { value: machine.platform === 'win32' ? '\\' : '/' };
  return 'no-reference';
}

function variable(name: string, otherwise: string | undefined, { env }: Machine): Found {
  const value = env[name] ?? otherwise;
  return value === undefined ? { missing: `the environment variable ${name} is not set` } : { value };
}
