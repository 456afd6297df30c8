import type { PromptDefinition } from '../../prompts/registry.ts';
import type { SurfaceCall, SurfaceParts } from './call.ts';
import { createReadContext, RPC, refusalOf, SurfaceError } from './call.ts';

export interface ListedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: true }[];
}

export interface WrittenPrompt {
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
