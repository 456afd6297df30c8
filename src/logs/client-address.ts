import { addressNumber } from './address-lists.ts';

/**
 * Who sent a request: the peer, or the client that a header names where the peer is a proxy of the same network. Any client
 * can send such a header itself, so a peer of the public network is believed alone.
 */
export const clientAddress = (peer: string, forwarded: string | undefined): string =>
  forwarded !== undefined && forwarded !== '' && isPrivate(peer) ? forwarded : peer;

/** An address of a private network, or none at all, says nothing: a proxy is between, and the log has its address. */
export function isPrivate(address: string): boolean {
  const number = addressNumber(address);
  if (number === undefined) return true;
  if (number.family === 'v4')
    return /^(?:10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      address.replace(/^::ffff:/i, ''),
    );
  return /^(?:::1$|f[cd]|fe[89ab])/i.test(address);
}
