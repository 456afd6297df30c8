/** The resources and prompts that are served over MCP, rendered for the caller. */
import type { PromptDefinition } from '../../prompts/registry.ts';
import type { ReadContext, ResourceDefinition } from '../../resources/registry.ts';
import { createReadContext, RPC, refusalOf, type SurfaceCall, SurfaceError, type SurfaceParts } from './call.ts';

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}
interface ReadResource {
  readonly contents: { readonly uri: string; readonly mimeType: string; readonly text: string };
  /** Whether every caller reads the same text. */
  readonly isPublic: boolean;
}

export interface ResourceSurface {
  readonly resources: readonly (Described & { readonly uri: string })[];
  readonly resourceTemplates: readonly (Described & { readonly uriTemplate: string })[];
  /** @throws SurfaceError resourceNotFound; another code when the call is refused */
  readResource(uri: string, call: SurfaceCall): Promise<ReadResource>;
  /**
   * Completions of the typed text for a template's variable; none for an unknown variable.
   * @throws SurfaceError invalidParams when there is no such template
   */
  completeResource(uriTemplate: string, variable: string, typed: string, call: SurfaceCall): Promise<readonly string[]>;
}

const MAX_VARIABLE_CHARACTERS = 64;

export function createResourceSurface(
  parts: Pick<SurfaceParts, 'gate' | 'library' | 'openApi' | 'log' | 'resources'>,
): ResourceSurface {
  const { resources, log } = parts;
  const contextOf = createReadContext(parts);
  const refused = (thrown: unknown, call: SurfaceCall, uri: string) =>
    refusalOf(thrown, call, { log, notFoundCode: RPC.resourceNotFound, about: { uri } });

  return {
    resources: resources.filter(({ uri }) => !isTemplate(uri)).map(({ uri, ...rest }) => ({ uri, ...described(rest) })),
    resourceTemplates: resources
      .filter(({ uri }) => isTemplate(uri))
      .map(({ uri, ...rest }) => ({ uriTemplate: uri, ...described(rest) })),

    async readResource(uri, call) {
      for (const resource of resources) {
        const variable = variableIn(uri, resource.uri);
        if (variable === undefined) continue;
        const text = await textOf(resource, variable, contextOf(call)).catch((thrown: unknown) => {
          throw refused(thrown, call, uri);
        });
        return { contents: { uri, mimeType: resource.mimeType, text }, isPublic: resource.isPublic };
      }
      throw new SurfaceError(
        RPC.resourceNotFound,
        'There is no such resource. Call resources/list and resources/templates/list for those that exist.',
        { uri },
      );
    },

    async completeResource(uriTemplate, variable, typed, call) {
      const resource = resources.find(({ uri }) => uri === uriTemplate);
      if (resource === undefined) {
        throw new SurfaceError(RPC.invalidParams, 'params.ref.uri: expected a template of resources/templates/list');
      }
      if (!uriTemplate.includes(`{${variable}}`)) return [];
      try {
        return (await resource.complete?.(typed, contextOf(call))) ?? [];
      } catch (thrown) {
        throw refused(thrown, call, uriTemplate);
      }
    },
  };
}

const textOf = async (resource: ResourceDefinition, variable: string, context: ReadContext) =>
  resource.read(variable, context);

const isTemplate = (uri: string) => uri.includes('{');

const described = ({ name, title, description, mimeType }: Described): Described => ({
  name,
  title,
  description,
  mimeType,
});

/**
 * The template variable's value in a URI, with the query of the URI where the pattern has one; '' when the pattern has no
 * variable and equals the URI; undefined when the URI does not match.
 */
function variableIn(uri: string, pattern: string): string | undefined {
  const [prefix = '', rest] = pattern.split('{');
  if (rest === undefined) return uri === pattern ? '' : undefined;
  const suffix = rest.slice(rest.indexOf('}') + 1);
  const [path = ''] = pattern.includes('{?') ? uri.split('?', 1) : [uri];
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return undefined;
  const variable = path.slice(prefix.length, path.length - suffix.length);
  const whole = variable + uri.slice(path.length);
  const fits = variable !== '' && whole.length <= MAX_VARIABLE_CHARACTERS && !variable.includes('/');
  return fits ? whole : undefined;
}

interface ListedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: true }[];
}

interface WrittenPrompt {
  readonly description: string;
  readonly messages: readonly {
    readonly role: 'user';
    readonly content: { readonly type: 'text'; readonly text: string };
  }[];
}

export interface PromptSurface {
  readonly prompts: readonly ListedPrompt[];
  /**
   * @throws SurfaceError invalidParams for an unknown name or a missing argument; another code when the call is refused
   */
  getPrompt(name: string, given: unknown, call: SurfaceCall): Promise<WrittenPrompt>;
  /** Completions of the typed text for an argument. @throws SurfaceError invalidParams when there is no such prompt */
  completePrompt(name: string, argument: string, typed: string, call: SurfaceCall): Promise<readonly string[]>;
}

export function createPromptSurface(
  parts: Pick<SurfaceParts, 'gate' | 'library' | 'openApi' | 'log' | 'prompts'>,
): PromptSurface {
  const { prompts, log } = parts;
  const contextOf = createReadContext(parts);
  const refused = (thrown: unknown, call: SurfaceCall, prompt: string) =>
    refusalOf(thrown, call, { log, notFoundCode: RPC.invalidParams, about: { prompt } });
  const find = (name: string): PromptDefinition => {
    const prompt = prompts.find((each) => each.name === name);
    if (prompt !== undefined) return prompt;
    const names = prompts.map((each) => each.name).join(', ');
    throw new SurfaceError(RPC.invalidParams, `There is no such prompt. Prompts: ${names}.`);
  };

  return {
    prompts: prompts.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args.map((argument) => ({
        name: argument.name,
        description: argument.description,
        required: true as const,
      })),
    })),

    async getPrompt(name, given, call) {
      const prompt = find(name);
      const texts = textsOf(prompt, given);
      try {
        const text = await prompt.write(texts, contextOf(call));
        return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
      } catch (thrown) {
        throw refused(thrown, call, name);
      }
    },

    async completePrompt(name, argument, typed, call) {
      const { complete } = find(name).arguments.find((each) => each.name === argument) ?? {};
      try {
        return (await complete?.(typed, contextOf(call))) ?? [];
      } catch (thrown) {
        throw refused(thrown, call, name);
      }
    },
  };
}

/** @throws SurfaceError invalidParams that names the argument */
function textsOf(prompt: PromptDefinition, given: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { name, description } of prompt.arguments) {
    const text: unknown = Object(given)[name];
    if (typeof text !== 'string' || text.trim() === '') {
      throw new SurfaceError(RPC.invalidParams, `params.arguments.${name}: expected text: ${description}.`);
    }
    texts[name] = text.trim();
  }
  return texts;
}
