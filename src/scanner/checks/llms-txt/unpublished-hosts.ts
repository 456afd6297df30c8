import { isIP } from 'node:net';
import { isPublicAddress } from '../../net/address-guard.ts';
import { registrableDomain } from '../../parse/normalise-url.ts';

/** Labels that stand for a copy of a site and hardly ever for a product; `dev` and `test` are sites of their own. */
const STAGING_LABELS = new Set(['staging', 'stage', 'stg', 'preprod', 'pre-prod', 'uat']);
const STAGING_AFFIXES = ['staging-', '-staging', 'deploy-preview-', '-preprod', 'preprod-'];
/** Names that the public DNS never has (RFC 6761, RFC 6762, ICANN's .internal), and tunnels to somebody's machine. */
const UNPUBLISHED_ENDINGS = ['.local', '.internal', '.test', '.ngrok.io', '.ngrok-free.app', '.trycloudflare.com'];

/** The reader's own machine, as `URL` spells it. */
export function isLocalhost(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  if (isIP(name) === 4) return name.startsWith('127.') || name === '0.0.0.0';
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1';
}

/** A staging copy, a preview of a branch, a private address or a name of an inner network. */
export function isUnpublished(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  if (isIP(name) !== 0) return !isPublicAddress(name);
  if (UNPUBLISHED_ENDINGS.some((ending) => name.endsWith(ending))) return true;
  if (name.endsWith('.vercel.app') && name.includes('-git-')) return true;
  const labels = name.split('.');
  const ownLabels = labels.slice(0, -registrableDomain(name).split('.').length);
  return ownLabels.some((label) => STAGING_LABELS.has(label)) || labels.some(hasStagingAffix);
}

const hasStagingAffix = (label: string): boolean =>
  STAGING_AFFIXES.some((affix) => (affix.endsWith('-') ? label.startsWith(affix) : label.endsWith(affix)));

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
