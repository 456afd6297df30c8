import { parseUrl } from '../../../parse-url.ts';
import { asList, isObject } from '../json-ld/json-ld.ts';

type Fields = Readonly<Record<string, unknown>>;

export const UCP_KEYS = ['ucp', 'services', 'capabilities'];
export const ACP_KEYS = ['protocol', 'api_base_url', 'transports', 'capabilities'];

/** A release date, as UCP and ACP count their versions. */
const VERSION = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Fields that a business profile of the Universal Commerce Protocol lacks.
 * @see https://ucp.dev/specification/overview/ (profile structure)
 */
export function missingInUcp(root: Fields): string[] {
  if (!isObject(root.ucp)) return ['ucp'];
  const { version, services, capabilities } = root.ucp;
  const missing = [
    !(typeof version === 'string' && VERSION.test(version)) && 'ucp.version',
    !(isObject(services) && Object.keys(services).length > 0) && 'ucp.services',
    // An object by name today, a list in the first version.
    !(typeof capabilities === 'object' && capabilities !== null && Object.keys(capabilities).length > 0) &&
      'ucp.capabilities',
  ];
  return missing.filter((field) => field !== false);
}

/**
 * Fields that a discovery document of the Agentic Commerce Protocol lacks.
 * @see https://github.com/agentic-commerce-protocol/agentic-commerce-protocol (rfcs/rfc.discovery.md, section 4.2)
 */
export function missingInAcp(root: Fields): string[] {
  const { protocol, api_base_url: base, transports, capabilities } = root;
  const missing = [
    !(isObject(protocol) && protocol.name === 'acp') && 'protocol.name',
    !(isObject(protocol) && typeof protocol.version === 'string' && VERSION.test(protocol.version)) &&
      'protocol.version',
    !(typeof base === 'string' && parseUrl(base)?.protocol.startsWith('http')) && 'api_base_url',
    !(Array.isArray(transports) && transports.length > 0) && 'transports',
    !(isObject(capabilities) && asList(capabilities.services).length > 0) && 'capabilities.services',
  ];
  return missing.filter((field) => field !== false);
}
