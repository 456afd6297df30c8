import type { ReadContext, ResourceDefinition } from '../../resources/registry.ts';
import type { SurfaceCall, SurfaceParts } from './call.ts';
import { createReadContext, RPC, refusalOf, SurfaceError } from './call.ts';

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}
export interface ReadResource {
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
 * The template variable's value in a URI; '' when the pattern has no variable and equals the URI; undefined when the
 * URI does not match.
 */
function variableIn(uri: string, pattern: string): string | undefined {
  const [prefix = '', rest] = pattern.split('{');
  if (rest === undefined) return uri === pattern ? '' : undefined;
  const suffix = rest.slice(rest.indexOf('}') + 1);
  if (!uri.startsWith(prefix) || !uri.endsWith(suffix)) return undefined;
  const variable = uri.slice(prefix.length, uri.length - suffix.length);
  const fits = variable !== '' && variable.length <= MAX_VARIABLE_CHARACTERS && !variable.includes('/');
  return fits ? variable : undefined;
}
