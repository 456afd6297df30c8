/** A name server that lies: it names private addresses at once, among public ones, or once it has named public ones. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Of the hosts that may be connected to. */
export const PUBLIC_IPV4 = '93.184.216.34';
export const PUBLIC_IPV6 = '2606:2800:220:1::34';
const PRIVATE_IPV4 = ['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1'];
const PRIVATE_IPV6 = ['::1', 'fd00:ec2::254'];

const TYPE_A = 1;
const TYPE_CNAME = 5;
const TYPE_AAAA = 28;
const NAME_ERROR = 3;
const HEADER_BYTES = 12;

export interface NameServer {
  /** Names asked for, and how often for an IPv4 address. */
  readonly asked: ReadonlyMap<string, number>;
  close(): void;
}

interface Answer {
  readonly type: number;
  readonly data: Buffer;
}

/**
 * Listens on port 53 of every address. `*.site.test` is public; `*.inner.test` and `metadata.google.internal` are private,
 * the names that begin with `cname` by an alias; `mixed.test` is both; `after<n>-*.rebind.test` is public for n questions.
 */
export async function serveNames({ ipv6 }: { ipv6: boolean }): Promise<NameServer> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    const before = asked.get(name) ?? 0;
    if (type === TYPE_A) asked.set(name, before + 1);
    const answers = answersTo(name, type, before, ipv6);
    socket.send(replyTo(query.subarray(0, end), answers), port, address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  return { asked, close: () => socket.close() };
}

/** Undefined for a name that does not exist. */
function answersTo(name: string, type: number, timesBefore: number, ipv6: boolean): Answer[] | undefined {
  const isOf = (zone: string) => name === zone || name.endsWith(`.${zone}`);
  const publicly = addresses(type, [PUBLIC_IPV4], ipv6 ? [PUBLIC_IPV6] : []);
  const privately = addresses(type, [PRIVATE_IPV4[name.length % PRIVATE_IPV4.length] ?? ''], PRIVATE_IPV6);
  if (isOf('site.test')) return publicly;
  if (isOf('metadata.google.internal')) return addresses(type, ['169.254.169.254'], ['fd00:ec2::254']);
  if (isOf('mixed.test')) return [...publicly, ...privately];
  if (isOf('inner.test')) {
    if (!name.startsWith('cname')) return privately;
    return [
      { type: TYPE_CNAME, data: labelsOf('metadata.google.internal') },
      ...addresses(type, ['169.254.169.254'], []),
    ];
  }
  const [, publicTimes] = /^after(\d+)-[a-z0-9-]+\.rebind\.test$/.exec(name) ?? [];
  if (publicTimes === undefined) return undefined;
  // The question for IPv6 comes with the one for IPv4: only the latter is counted, and goes first.
  const isPublic = timesBefore + (type === TYPE_A ? 1 : 0) <= Number(publicTimes);
  return isPublic ? addresses(type, [PUBLIC_IPV4], []) : privately;
}

function addresses(type: number, ipv4: readonly string[], ipv6: readonly string[]): Answer[] {
  if (type === TYPE_A) return ipv4.map((each) => ({ type, data: Buffer.from(each.split('.').map(Number)) }));
  return type === TYPE_AAAA ? ipv6.map((each) => ({ type, data: ipv6Bytes(each) })) : [];
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** @param question the header and the question of the query, which a reply repeats */
function replyTo(question: Buffer, answers: readonly Answer[] | undefined): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8580 | (answers === undefined ? NAME_ERROR : 0), 2);
  head.writeUInt16BE(answers?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  const records = (answers ?? []).map(({ type, data }, at, all) => {
    const record = Buffer.alloc(10);
    record.writeUInt16BE(type, 0);
    record.writeUInt16BE(1, 2);
    // A time to live of 0, so that every new connection resolves again.
    record.writeUInt32BE(0, 4);
    record.writeUInt16BE(data.length, 8);
    // The name is the one that was asked for, or what the alias in front of it leads to.
    const isAliased = at > 0 && all[at - 1]?.type === TYPE_CNAME;
    const owner = isAliased ? labelsOf('metadata.google.internal') : Buffer.from([0xc0, HEADER_BYTES]);
    return Buffer.concat([owner, record, data]);
  });
  return Buffer.concat([head, ...records]);
}

const labelsOf = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function ipv6Bytes(text: string): Buffer {
  const [head = '', tail = ''] = text.split('::');
  const groups = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(head), groups(tail)];
  const bytes = Buffer.alloc(16);
  for (const [at, group] of before.entries()) bytes.writeUInt16BE(group, 2 * at);
  for (const [at, group] of after.entries()) bytes.writeUInt16BE(group, 2 * (8 - after.length + at));
  return bytes;
}
