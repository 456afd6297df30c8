/** What of an API description can be called without knowing more: its servers, GET paths that no value is a part of, keys. */

import { asList, isObject, textOf } from '../json/json.ts';

const MAX_SERVERS = 3;
const MAX_GETS = 5;
const MAX_LOOKED_AT = 2000;
const MAX_LENGTH = 500;

export interface ApiCalls {
  /** As written: absolute, or relative to the address of the description. */
  readonly servers: readonly string[];
  /** Paths as written, without templates and required parameters. */
  readonly gets: readonly string[];
  /**
   * Paths without templates that ask for a value: with a query where the description has an example, a default or a choice of each;
   * else bare, and an address that is there says that the value is missing.
   */
  readonly getsWithValues: readonly string[];
  /** Of one path two queries whose answers differ where the parameter is heeded; undefined where the description has no such choice. */
  readonly choice?: readonly [string, string];
  /** It declares a scheme of keys or tokens. */
  readonly declaresKeys: boolean;
  /** It says how to get one: by an operation, a flow of OAuth or OpenID Connect, or in words. */
  readonly tellsOfKeys: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

export function apiCallsIn(root: Fields): ApiCalls {
  const paths = Object.entries(fieldsOf(root.paths)).slice(0, MAX_LOOKED_AT);
  const callable = paths.filter(([path, item]) => isCallable(path, fieldsOf(item)));
  const needsNothing = ([, item]: (typeof paths)[number]): boolean => !needsValues(fieldsOf(item));
  const schemes = Object.values(fieldsOf(fieldsOf(root.components).securitySchemes ?? root.securityDefinitions));
  const servers =
    root.swagger === undefined
      ? asList(root.servers).map((server) => textOf(fieldsOf(server).url) ?? '')
      : [
          swaggerServer({
            host: textOf(root.host),
            basePath: textOf(root.basePath),
            isHttps: root.schemes === undefined || asList(root.schemes).includes('https'),
          }),
        ];
  return {
    servers: servers
      .filter((url) => url !== '' && url.length <= MAX_LENGTH && !url.includes('{'))
      .slice(0, MAX_SERVERS),
    gets: callable
      .filter(needsNothing)
      .map(([path]) => path)
      .slice(0, MAX_GETS),
    getsWithValues: callable
      .filter((each) => !needsNothing(each))
      .map(([path, item]) => path + valuesFor(fieldsOf(item)))
      .slice(0, MAX_GETS),
    ...choiceIn(callable.filter(needsNothing)),
    declaresKeys: schemes.length > 0,
    tellsOfKeys:
      schemes.some((scheme) => isFlow(textOf(fieldsOf(scheme).type) ?? '') || saysHow(fieldsOf(scheme))) ||
      saysHow(fieldsOf(root.info)) ||
      paths.some(([path, item]) => makesKeys(path, fieldsOf(item))),
  };
}

/**
 * The server of Swagger 2, whose host is that of the description where it names none; '' where it names no path either.
 * @see https://spec.openapis.org/oas/v2.0.html#swagger-object (host, basePath, schemes)
 */
function swaggerServer({
  host = '',
  basePath = '',
  isHttps,
}: {
  readonly host?: string | undefined;
  readonly basePath?: string | undefined;
  readonly isHttps: boolean;
}): string {
  const path = basePath === '/' ? '' : basePath;
  return host === '' ? path : `${isHttps ? 'https' : 'http'}://${host}${path}`;
}

const isFlow = (type: string): boolean => type === 'oauth2' || type === 'openIdConnect';
/** Words on where a key comes from: "get a key at", "create a token in your settings". */
const HOW =
  /\b(?:get|obtain|create|generate|request|issue|sign up for|register for|apply for)\b[^.]{0,40}\b(?:keys?|tokens?|credentials)\b|\b(?:keys?|tokens?)\b[^.]{0,40}\b(?:from|in your|at https?:)/i;
const saysHow = ({ description }: Fields): boolean => HOW.test((textOf(description) ?? '').slice(0, MAX_WORDS));
const MAX_WORDS = 2000;

/** An operation that makes a key or a token, by its address. */
const makesKeys = (path: string, item: Fields): boolean =>
  isObject(item.post) && /(?:^|[/_-])(?:api-?)?(?:keys?|tokens?)$/i.test(path.slice(0, MAX_LENGTH));

/** A deprecated path may be gone already, and the description says so. */
const isCallable = (path: string, item: Fields): boolean =>
  path.startsWith('/') &&
  !path.includes('{') &&
  path.length <= MAX_LENGTH &&
  isObject(item.get) &&
  item.get.deprecated !== true;

/** A query with what the description gives as values of the required parameters; '' where it gives none for some. */
function valuesFor(item: Fields): string {
  const query = new URLSearchParams();
  for (const parameter of [...asList(item.parameters), ...asList(fieldsOf(item.get).parameters)]) {
    const { name, in: place, required, example, schema, $ref } = fieldsOf(parameter);
    if ($ref !== undefined) return '';
    if (required !== true) continue;
    const { example: ofSchema, default: usual, enum: choices } = fieldsOf(schema);
    const value = [example, ofSchema, usual, asList(choices)[0]].find(isPlain);
    if (place !== 'query' || typeof name !== 'string' || value === undefined) return '';
    query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' || text.length > MAX_LENGTH ? '' : `?${text}`;
}

/** Parameters of an answer's form, not of its content. */
const OF_FORM = /^(?:sort|order|format|output|lang|locale|fields|include|expand|currency|units?|direction|dir)/i;
const EVERYTHING = /^(?:all|any|every|\*)$/i;

/** The first parameter that turns pages or chooses among values, with two values of it. */
function choiceIn(callable: readonly (readonly [path: string, item: unknown])[]): Pick<ApiCalls, 'choice'> {
  for (const [path, item] of callable.slice(0, MAX_GETS)) {
    for (const parameter of asList(fieldsOf(fieldsOf(item).get).parameters).slice(0, MAX_PARAMETERS)) {
      const { name, in: place, schema, enum: ofParameter } = fieldsOf(parameter);
      if (place !== 'query' || typeof name !== 'string' || OF_FORM.test(name)) continue;
      const values = twoOf(name, [...asList(fieldsOf(schema).enum), ...asList(ofParameter)]);
      if (values === undefined) continue;
      const [one, other] = values.map((value) => `${path}?${new URLSearchParams([[name, value]])}`);
      if (one !== undefined && other !== undefined) return { choice: [one, other] };
    }
  }
  return {};
}
const MAX_PARAMETERS = 30;

function twoOf(name: string, choices: readonly unknown[]): readonly [string, string] | undefined {
  if (/^page(?:_?(?:no|num|number))?$/i.test(name)) return ['1', '2'];
  if (/^(?:offset|skip|start)$/i.test(name)) return ['0', '1'];
  const [one, other] = choices.flatMap((choice) =>
    typeof choice === 'string' && choice !== '' && choice.length <= 60 && !EVERYTHING.test(choice) ? [choice] : [],
  );
  return one === undefined || other === undefined ? undefined : [one, other];
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A reference may hide that a parameter is required. */
const needsValues = (item: Fields): boolean =>
  [...asList(item.parameters), ...asList(fieldsOf(item.get).parameters)].some(
    (parameter) => !isObject(parameter) || parameter.$ref !== undefined || parameter.required === true,
  );

const MAX_LINES = 50_000;

/** The same of block-style YAML, line by line: enough for paths, servers and keys. */
export function apiCallsInYaml(source: string): ApiCalls {
  const servers: string[] = [];
  const swagger: { host?: string; basePath?: string; isHttps: boolean } = { isHttps: true };
  let isSwagger = false;
  const gets: string[] = [];
  const getsWithValues: string[] = [];
  let declaresKeys = false;
  let tellsOfKeys = false;
  let section = '';
  let path: string | undefined;
  let pathIndent = 0;
  let isGet = false;
  let isRequired = false;
  const close = (): void => {
    const list = isRequired ? getsWithValues : gets;
    if (path !== undefined && isGet && !path.includes('{') && list.length < MAX_GETS) list.push(path);
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
      const value = unquoted(content.slice(content.indexOf(':') + 1));
      if (section === 'swagger') isSwagger = true;
      else if (section === 'host') swagger.host = value;
      else if (section === 'basePath') swagger.basePath = value;
      else if (section === 'schemes') swagger.isHttps = value === '' ? false : value.includes('https');
    } else if (section === 'schemes') {
      swagger.isHttps ||= unquoted(content.replace(/^- ?/, '')) === 'https';
    } else if (section === 'servers' && /^-? ?url:/.test(content) && servers.length < MAX_SERVERS) {
      servers.push(unquoted(content.slice(content.indexOf(':') + 1)));
    } else if (section === 'components' && content === 'securitySchemes:') declaresKeys = true;
    else if ((section === 'info' || section === 'components') && /^(?:description|type):/.test(content))
      tellsOfKeys ||=
        HOW.test(content.slice(0, MAX_WORDS)) || isFlow(unquoted(content.slice(content.indexOf(':') + 1)));
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
    else if (section === 'paths' && isGet && content === 'deprecated: true') isGet = false;
    else if (section === 'paths' && /^(?:post|put|patch|delete):$/.test(content) && isGet) close();
  }
  close();
  if (isSwagger) servers.push(swaggerServer(swagger));
  return {
    servers: servers.filter((url) => url !== '' && !url.includes('{')),
    gets,
    getsWithValues,
    declaresKeys,
    tellsOfKeys,
  };
}

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["']|["']$/g, '')
    .slice(0, MAX_LENGTH);
