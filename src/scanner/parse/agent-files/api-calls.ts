/** What of an API description can be called without knowing more: its servers, GET paths without required parameters, keys. */

import { asList, isObject, textOf } from '../json/json.ts';

const MAX_SERVERS = 3;
const MAX_GETS = 5;
const MAX_LOOKED_AT = 2000;
const MAX_LENGTH = 500;

export interface ApiCalls {
  /** As written: absolute, or relative to the address of the description. */
  readonly servers: readonly string[];
  /** Paths as written, without templates. */
  readonly gets: readonly string[];
  /** It declares a scheme of keys or tokens. */
  readonly declaresKeys: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

export function apiCallsIn(root: Fields): ApiCalls {
  const paths = Object.entries(fieldsOf(root.paths)).slice(0, MAX_LOOKED_AT);
  const gets = paths.filter(([path, item]) => isCallable(path, fieldsOf(item))).map(([path]) => path);
  const host = textOf(root.host);
  const servers =
    host === undefined
      ? asList(root.servers).map((server) => textOf(fieldsOf(server).url) ?? '')
      : [
          `${asList(root.schemes).includes('https') || root.schemes === undefined ? 'https' : 'http'}://${host}${textOf(root.basePath) ?? ''}`,
        ];
  return {
    servers: servers
      .filter((url) => url !== '' && url.length <= MAX_LENGTH && !url.includes('{'))
      .slice(0, MAX_SERVERS),
    gets: gets.slice(0, MAX_GETS),
    declaresKeys:
      Object.keys(fieldsOf(fieldsOf(root.components).securitySchemes ?? root.securityDefinitions)).length > 0,
  };
}

/** A reference may hide that a parameter is required, so an operation with one is left alone. */
function isCallable(path: string, item: Fields): boolean {
  if (!path.startsWith('/') || path.includes('{') || path.length > MAX_LENGTH || !isObject(item.get)) return false;
  const parameters = [...asList(item.parameters), ...asList(item.get.parameters)];
  return parameters.every(
    (parameter) => isObject(parameter) && parameter.$ref === undefined && parameter.required !== true,
  );
}

const MAX_LINES = 50_000;

/** The same of block-style YAML, line by line: enough for paths, servers and keys. */
export function apiCallsInYaml(source: string): ApiCalls {
  const servers: string[] = [];
  const gets: string[] = [];
  let declaresKeys = false;
  let section = '';
  let path: string | undefined;
  let pathIndent = 0;
  let isGet = false;
  let isRequired = false;
  const close = (): void => {
    if (path !== undefined && isGet && !isRequired && !path.includes('{') && gets.length < MAX_GETS) gets.push(path);
    path = undefined;
    isGet = false;
    isRequired = false;
  };
  for (const line of source.split('\n', MAX_LINES)) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const indent = line.length - line.trimStart().length;
    if (indent === 0 && !content.startsWith('-')) {
      close();
      section = content.slice(0, content.indexOf(':'));
    } else if (section === 'servers' && /^-? ?url:/.test(content) && servers.length < MAX_SERVERS) {
      servers.push(unquoted(content.slice(content.indexOf(':') + 1)));
    } else if (section === 'components' && content === 'securitySchemes:') declaresKeys = true;
    else if (
      section === 'paths' &&
      /^["']?\/.{0,500}:$/.test(content) &&
      (path === undefined || indent <= pathIndent)
    ) {
      close();
      path = unquoted(content.slice(0, -1));
      pathIndent = indent;
    } else if (section === 'paths' && content === 'get:') isGet = true;
    else if (section === 'paths' && isGet && /^(?:required: true|-? ?\$ref:.{0,20}parameters)/.test(content))
      isRequired = true;
    else if (section === 'paths' && /^(?:post|put|patch|delete):$/.test(content) && isGet) close();
  }
  close();
  return { servers: servers.filter((url) => url !== '' && !url.includes('{')), gets, declaresKeys };
}

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["']|["']$/g, '')
    .slice(0, MAX_LENGTH);
