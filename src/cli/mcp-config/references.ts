import { basename } from 'node:path';
import type { Machine, References } from './hosts.ts';

/**
 * A value with its references replaced, or the reason why it has none. `shown` keeps references to the environment, because
 * what they hold may be a secret. `isLiteral`: nothing of the value comes from the environment.
 */
export type Resolved =
  | { readonly value: string; readonly shown: string; readonly isLiteral: boolean }
  | { readonly missing: string };

const REFERENCE = /\$\{([^{}]{1,200})\}|\$([A-Za-z_][A-Za-z0-9_]{0,100})/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,100}$/;

/** Replaces what a value refers to, as its host does. Text that is no reference of this host stays. */
export function resolveReferences(text: string, references: References, machine: Machine): Resolved {
  if (references === 'none') return { value: text, shown: text, isLiteral: true };
  let missing: string | undefined;
  let isLiteral = true;
  let shown = '';
  let end = 0;
  const value = text.replace(
    REFERENCE,
    (whole: string, inner: string | undefined, bare: string | undefined, at: number) => {
      const found =
        inner === undefined ? bareValue(bare, references, machine) : bracedValue(inner, references, machine);
      const isRead = found !== 'no-reference' && 'value' in found;
      const isFromEnvironment = isRead && found.isFromEnvironment;
      shown += text.slice(end, at) + (isRead && !isFromEnvironment ? found.value : withoutDefault(whole));
      end = at + whole.length;
      if (isFromEnvironment) isLiteral = false;
      if (found === 'no-reference') return whole;
      if ('missing' in found) missing ??= found.missing;
      return 'value' in found ? found.value : '';
    },
  );
  return missing === undefined ? { value, shown: shown + text.slice(end), isLiteral } : { missing };
}

/** A default may be a secret. */
function withoutDefault(reference: string): string {
  const at = reference.indexOf(':-');
  return at < 0 || !reference.endsWith('}') ? reference : `${reference.slice(0, at)}}`;
}

type Found =
  | { readonly value: string; readonly isFromEnvironment: boolean }
  | { readonly missing: string }
  | 'no-reference';

const known = (value: string): Found => ({ value, isFromEnvironment: false });

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
  if (inner === 'workspaceFolder') return known(machine.folder);
  if (inner === 'workspaceFolderBasename') return known(basename(machine.folder));
  if (inner === 'userHome') return known(machine.home);
  if (inner === 'pathSeparator' || inner === '/') return known(machine.platform === 'win32' ? '\\' : '/');
  return 'no-reference';
}

function variable(name: string, otherwise: string | undefined, { env }: Machine): Found {
  const value = env[name];
  if (value !== undefined) return { value, isFromEnvironment: true };
  return otherwise === undefined ? { missing: `the environment variable ${name} is not set` } : known(otherwise);
}
