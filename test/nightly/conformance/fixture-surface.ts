/**
 * What the official conformance scenarios ask of a server besides the protocol itself: tools, resources and prompts with
 * the names and contents that the suite knows.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { RPC, SurfaceError } from '../../../src/transport/features/call.ts';
import type { Surface } from '../../../src/transport/features/surface.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const text = (words: string) => ({ type: 'text', text: words });
const embedded = (uri: string, words: string, mimeType = 'text/plain') => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});

const CONTENTS: Readonly<Record<string, readonly object[]>> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
  ],
  test_logging_tool: [text('Nothing is logged to the client.')],
  test_streaming_elicitation: [text('Nothing is asked of the client.')],
  test_tool_with_progress: [text('Done.')],
  json_schema_2020_12_tool: [text('Its schema is what matters.')],
};

/** Keywords of JSON Schema 2020-12 that have to arrive as they are. */
const EVERY_KEYWORD = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const PROMPTS: Readonly<Record<string, (given: Readonly<Record<string, unknown>>) => readonly object[]>> = {
  test_simple_prompt: () => [text('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  test_prompt_with_embedded_resource: ({ resourceUri }) => [
    embedded(String(resourceUri), 'Embedded resource content for testing.'),
    text('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [image, text('Please analyze the image above.')],
};
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
};

const TEMPLATE = /^test:\/\/template\/([^/]{1,20})\/data$/;
const described = (name: string) => ({ name, title: name, description: `Fixture ${name}` });

/** Tools whose calls are tasks for clients that declare the extension. */
const TASK_TOOLS = ['slow_compute', 'failing_job', 'protocol_error_job'];
interface FixtureTask {
  readonly name: string;
  readonly createdAt: string;
  readonly endsAtMs: number;
}
const tasks = new Map<string, FixtureTask>();
const cancelled = new Set<string>();

function newTask(name: string, input: unknown) {
  const taskId = `task_${tasks.size}`;
  const { seconds = 1 } = Object(input);
  tasks.set(taskId, { name, createdAt: new Date().toISOString(), endsAtMs: Date.now() + 1000 * Number(seconds) });
  return taskHead(taskId);
}

function taskHead(taskId: string) {
  const task = tasks.get(taskId);
  if (task === undefined) throw new SurfaceError(RPC.invalidParams, 'params.taskId: no task has this id.');
  const { createdAt, endsAtMs, name } = task;
  const ended = name === 'protocol_error_job' ? 'failed' : 'completed';
  const status = cancelled.has(taskId) ? 'cancelled' : Date.now() < endsAtMs ? 'working' : ended;
  return { taskId, status, createdAt, lastUpdatedAt: new Date().toISOString(), ttlMs: null, pollIntervalMs: 200 };
}

function taskAt(taskId: string) {
  const head = taskHead(taskId);
  if (head.status === 'working' || head.status === 'cancelled') return head;
  if (head.status === 'failed') return { ...head, error: { code: RPC.internalError, message: 'It failed.' } };
  const isError = tasks.get(taskId)?.name === 'failing_job';
  return { ...head, result: { content: [text('Computed.')], ...(isError ? { isError } : {}) } };
}

const surface = {
  info: { name: 'fixture', title: 'Fixture', version: '1.0.0', websiteUrl: 'https://legible.example' },
  instructionsFor: () => 'For the conformance scenarios.',
  toolsFor: () =>
    [...Object.keys(CONTENTS), 'test_error_handling', 'greet', ...TASK_TOOLS].map((name) => ({
      ...described(name),
      inputSchema: name === 'json_schema_2020_12_tool' ? EVERY_KEYWORD : { type: 'object', properties: {} },
    })),
  async callAsTask(name: string, input: unknown, call: Parameters<Surface['callTool']>[2]) {
    return TASK_TOOLS.includes(name)
      ? { resultType: 'task', ...newTask(name, input) }
      : surface.callTool(name, input, call);
  },
  getTask: async (taskId: string) => taskAt(taskId),
  async cancelTask(taskId: string) {
    if (taskHead(taskId).status === 'working') cancelled.add(taskId);
  },
  async callTool(name: string, input: unknown, { onProgress }: Parameters<Surface['callTool']>[2]) {
    if (name === 'test_tool_with_progress') {
      for (const step of [0, 50, 100]) {
        onProgress?.({ step, total: 100, message: `${step} of 100` });
        await delay(20);
      }
    }
    const content = name === 'greet' ? [text(`Hello, ${Object(input).name}!`)] : CONTENTS[name];
    if (name === 'slow_compute') return { content: [text('Computed.')] };
    if (content !== undefined) return { content };
    return { isError: true, content: [text('This tool intentionally returns an error for testing')] };
  },
  resources: [
    { uri: 'test://static-text', ...described('static-text'), mimeType: 'text/plain' },
    { uri: 'test://static-binary', ...described('static-binary'), mimeType: 'image/png' },
  ],
  resourceTemplates: [
    { uriTemplate: 'test://template/{id}/data', ...described('template'), mimeType: 'application/json' },
  ],
  async readResource(uri: string) {
    const id = TEMPLATE.exec(uri)?.[1];
    const contents =
      uri === 'test://static-text'
        ? { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
        : uri === 'test://static-binary'
          ? { uri, mimeType: 'image/png', blob: PNG }
          : id === undefined
            ? undefined
            : { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) };
    if (contents === undefined) throw new SurfaceError(RPC.resourceNotFound, 'There is no such resource.', { uri });
    return { contents, isPublic: true };
  },
  completeResource: async () => [],
  prompts: Object.keys(PROMPTS).map((name) => ({
    ...described(name),
    arguments: (ARGUMENTS[name] ?? []).map((argument) => ({ name: argument, description: argument, required: true })),
  })),
  async getPrompt(name: string, given: unknown) {
    const contents = PROMPTS[name]?.(Object(given));
    if (contents === undefined) throw new SurfaceError(RPC.invalidParams, 'There is no such prompt.');
    return { description: name, messages: contents.map((content) => ({ role: 'user', content })) };
  },
  completePrompt: async () => ['paris', 'park', 'party'],
};

/** The types of a surface describe Legible's contents: text only. The wiring passes any content on. */
export const fixtureSurface = surface as unknown as Surface;
