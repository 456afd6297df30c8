import { isText } from '../json/untrusted-json.ts';
import { asList, isObject } from '../json-ld/json-ld.ts';

const MAX_ITEMS = 200;

/** Every agent card contains some of these keys. */
export const AGENT_CARD_KEYS = [
  'skills',
  'supportedInterfaces',
  'capabilities',
  'protocolVersion',
  'defaultInputModes',
];

export interface AgentCard {
  /** `0.3`: the address is in `url` instead of `supportedInterfaces[]`. */
  readonly version: '1.0' | '0.3';
  /** Required fields that are missing or of the wrong kind, as paths. */
  readonly missing: readonly string[];
  /** Valid but of little use, in trusted text. */
  readonly warnings: readonly string[];
  /** It declares the payment extension AP2. */
  readonly declaresAp2: boolean;
}

/**
 * Reads an A2A agent card against the fields that version 1.0 requires.
 * @see https://a2a-protocol.org/latest/specification/ (section 4.4, agent discovery objects)
 */
export function readAgentCard(root: Readonly<Record<string, unknown>>): AgentCard {
  const isOld = !('supportedInterfaces' in root) && isText(root.url);
  const skills = objectsIn(root.skills);
  const interfaces = objectsIn(root.supportedInterfaces);
  const missing = [
    ...['name', 'description', 'version'].filter((field) => !isText(root[field])),
    !isObject(root.capabilities) && 'capabilities',
    ...['defaultInputModes', 'defaultOutputModes', 'skills'].filter((field) => !Array.isArray(root[field])),
    ...['id', 'name', 'description'].map((field) => lacksSome(skills, field) && `skills[].${field}`),
    !isOld && interfaces.length === 0 && 'supportedInterfaces',
    ...['url', 'protocolBinding', 'protocolVersion'].map(
      (field) => lacksSome(interfaces, field) && `supportedInterfaces[].${field}`,
    ),
  ];
  const warnings = [
    Array.isArray(root.skills) && skills.length === 0 && 'skills is empty',
    skills.some(({ tags }) => !asList(tags).some(isText)) && 'some skills have no tags',
  ];
  return {
    version: isOld ? '0.3' : '1.0',
    missing: missing.filter((field) => field !== false),
    warnings: warnings.filter((warning) => warning !== false),
    declaresAp2: declaresAp2(root.capabilities),
  };
}

/** https://ap2-protocol.org: the extension is named by a URI of its repository. */
function declaresAp2(capabilities: unknown): boolean {
  return objectsIn(isObject(capabilities) ? capabilities.extensions : undefined).some(
    ({ uri }) => typeof uri === 'string' && /\/ap2(?:\/|$)/i.test(uri.slice(0, 500)),
  );
}

const objectsIn = (value: unknown) => (Array.isArray(value) ? value.slice(0, MAX_ITEMS).filter(isObject) : []);

const lacksSome = (items: readonly Readonly<Record<string, unknown>>[], field: string): boolean =>
  items.some((item) => !isText(item[field]));
